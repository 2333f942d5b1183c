// When to look again: at the server's pace, sooner after an own action, later
// after faults, never in a hidden tab.
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

/** How long others are expected to answer an own action: looks come sooner meanwhile. */
const BRISK_FOR = 30_000;
const BRISK_PACE = 2_000;
const BRISKEST = 1_000;
const SLOWEST = 30_000;

export class Watch {
  private timer: number | undefined;
  private looking = false;
  private again = false;
  private faults = 0;
  /** Until when looks come sooner. */
  private briskUntil = 0;
  /** Before when the server does not want to be asked. */
  private notBefore = 0;
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

  /** Looks once, even in a tab that opens hidden, and then goes on. */
  start(): void {
    this.stopListening = this.around.onChange(() => (this.around.hidden() ? this.clear() : this.now()));
    void this.once();
  }

  stop(): void {
    this.stopListening?.();
    this.stopListening = undefined;
    this.clear();
  }

  /**
   * Looks at once, or again as soon as the look under way is over. A hidden tab
   * does not look: it will when it is shown.
   */
  now(): void {
    if (this.around.hidden()) return;
    if (this.looking) {
      this.again = true;
      return;
    }
    this.clear();
    const patience = this.notBefore - this.around.now();
    if (patience <= 0) void this.once();
    else this.timer = this.around.start(patience, () => this.now());
  }

  /** Looks at once and more often for a while: the player has acted, and others may answer. */
  hasten(): void {
    this.briskUntil = this.around.now() + BRISK_FOR;
    this.now();
  }

  /** Keeps the peace that a server with too much to do asks for, in its refusal of any request. */
  heed(fault: unknown): void {
    if (!(fault instanceof Problem) || !fault.busy) return;
    this.briskUntil = 0;
    this.notBefore = Math.max(this.notBefore, this.around.now() + (fault.retryAfter ?? 1) * 1000);
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
      this.heed(fault);
      next = Math.max(next, this.notBefore - this.around.now());
    }
    this.looking = false;
    if (!this.stopListening) return;
    if (this.again) {
      this.again = false;
      this.now();
    } else if (next !== null) this.later(next);
  }

  private later(ms: number): void {
    if (this.around.hidden()) return;
    const brisk = this.faults === 0 && this.around.now() < this.briskUntil;
    const wait = brisk ? Math.min(ms, Math.max(BRISKEST, Math.min(BRISK_PACE, ms / 2))) : ms;
    this.clear();
    this.timer = this.around.start(wait, () => this.now());
  }

  private clear(): void {
    if (this.timer !== undefined) this.around.stop(this.timer);
    this.timer = undefined;
  }
}
