// When to look again: at the server's pace, sooner after an own action, later
// after faults, hardly ever in a hidden tab.
import { Problem } from "../api/problem";

/** What the watch needs of the browser; tests put in their own. */
export interface Surroundings {
  hidden(): boolean;
  start(ms: number, run: () => void): number;
  stop(timer: number): void;
  now(): number;
  random(): number;
  /** Calls back when the tab is shown or hidden, or the network is back; answers how to stop. */
  onChange(run: () => void): () => void;
}

export const browser: Surroundings = {
  hidden: () => document.hidden,
  start: (ms, run) => window.setTimeout(run, ms),
  stop: (timer) => window.clearTimeout(timer),
  now: () => Date.now(),
  random: () => Math.random(),
  onChange(run) {
    document.addEventListener("visibilitychange", run);
    window.addEventListener("online", run);
    return () => {
      document.removeEventListener("visibilitychange", run);
      window.removeEventListener("online", run);
    };
  },
};

/** In a hidden tab one look a minute keeps its title true, for half an hour; then none. */
const HIDDEN_PACE = 60_000;
const HIDDEN_LIMIT = 30 * 60_000;
const SLOWEST = 30_000;

export class Watch {
  private timer: number | undefined;
  private looking = false;
  private again = false;
  private faults = 0;
  private hiddenSince: number | null = null;
  private stopListening: (() => void) | undefined;

  /**
   * `look` asks once and answers after how many milliseconds to ask again, or
   * null for never; when it throws, the watch asks again, ever more slowly.
   */
  constructor(
    private readonly look: () => Promise<number | null>,
    /** Told of every look whether it reached the server. */
    private readonly reached: (yes: boolean) => void,
    private readonly around: Surroundings = browser,
  ) {}

  start(): void {
    this.stopListening = this.around.onChange(() => {
      this.hiddenSince = this.around.hidden() ? (this.hiddenSince ?? this.around.now()) : null;
      if (!this.around.hidden()) this.now();
    });
    this.now();
  }

  stop(): void {
    this.stopListening?.();
    this.stopListening = undefined;
    this.clear();
  }

  /** Looks at once, or again as soon as the look under way is over. */
  now(): void {
    if (this.looking) {
      this.again = true;
      return;
    }
    this.clear();
    void this.once();
  }

  private async once(): Promise<void> {
    this.looking = true;
    let next: number | null;
    try {
      next = await this.look();
      this.faults = 0;
      this.reached(true);
    } catch (fault) {
      this.faults++;
      this.reached(false);
      // Half fixed, half random: a server that comes back is not met by all at once.
      next = Math.min(SLOWEST, 1000 * 2 ** (this.faults - 1)) * (0.5 + this.around.random() / 2);
      const asked = fault instanceof Problem ? (fault.retryAfter ?? 0) * 1000 : 0;
      next = Math.max(next, asked);
    }
    this.looking = false;
    if (!this.stopListening) return;
    if (this.again) {
      this.again = false;
      this.now();
    } else if (next !== null) this.later(next);
  }

  private later(ms: number): void {
    let wait = ms;
    if (this.around.hidden()) {
      this.hiddenSince ??= this.around.now();
      if (this.around.now() - this.hiddenSince > HIDDEN_LIMIT) return;
      wait = Math.max(ms, HIDDEN_PACE);
    }
    this.clear();
    this.timer = this.around.start(wait, () => this.now());
  }

  private clear(): void {
    if (this.timer !== undefined) this.around.stop(this.timer);
    this.timer = undefined;
  }
}
