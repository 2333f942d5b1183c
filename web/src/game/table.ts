// One table as this browser follows it: what the server last said, what is
// shown of it by now, and the player's own commands on their way.
import type { Card, GameEvent, Level, Seated, View } from "../api/contract";
import { Games } from "../api/games";
import { Problem } from "../api/problem";
import { newEntropy, type SeenDeals } from "../store/seen";
import type { Tokens } from "../store/tokens";
import { steps, type Stage, type Step } from "./steps";
import { browser, Watch, type Surroundings } from "./watch";

/** What a player is told besides the table itself. */
export type Notice = { kind: "stale"; events: GameEvent[] } | { kind: "refused"; code: string } | { kind: "left" };

export interface TableState {
  /** Null until the first look has answered. */
  view: View | null;
  /** All that happened, as far as it is shown by now. */
  events: readonly GameEvent[];
  stage: Stage | null;
  /** Grows with every step; `event` is what that step shows. */
  step: number;
  event: GameEvent | null;
  /** Whether more steps are to come: nobody can act on what is already past. */
  moving: boolean;
  /** The command on its way, if any. */
  busy: string | null;
  notice: Notice | null;
  /** Whether the last look failed. */
  retrying: boolean;
  /** Why there is no table. */
  gone: "missing" | "expired" | null;
  /** Milliseconds by which the server's clock is ahead. */
  skew: number;
  /** Cards taken up since the player's last play, to be marked. */
  fresh: readonly Card[];
}

export interface Means {
  /** The API as the player with this token. */
  games(token: string): Games;
  tokens: Tokens;
  seen: SeenDeals;
  around?: Surroundings;
  /** Whether motion is to be kept to the least. */
  calm(): boolean;
}

const FIRST: TableState = {
  view: null,
  events: [],
  stage: null,
  step: 0,
  event: null,
  moving: false,
  busy: null,
  notice: null,
  retrying: false,
  gone: null,
  skew: 0,
  fresh: [],
};

/** A little after a moment at which something may be due, so that the server sees it as past. */
const LATE = 150;

export class Table {
  state: TableState = FIRST;
  private readonly listeners = new Set<() => void>();
  private readonly watch: Watch;
  private readonly around: Surroundings;
  private api: Games | null = null;
  /** The newest view, which may be ahead of the one shown. */
  private newest: View | null = null;
  /** Views are taken in one after the other, so that events neither double nor swap. */
  private line: Promise<void> = Promise.resolve();
  private queue: Step[] = [];
  private timer: number | undefined;

  constructor(
    readonly id: string,
    private readonly means: Means,
  ) {
    this.around = means.around ?? browser;
    this.watch = new Watch(
      () => this.look(),
      (yes) => this.set({ retrying: !yes }),
      this.around,
    );
  }

  start(): void {
    this.watch.start();
  }

  stop(): void {
    this.watch.stop();
    this.skip();
  }

  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** The API as the player who sits here, or as this browser's own. */
  get games(): Games {
    return this.api ?? this.means.games(this.means.tokens.own());
  }

  dismiss(): void {
    this.set({ notice: null });
  }

  /** Shows all that is still to be shown at once. */
  skip(): void {
    if (this.timer !== undefined) this.around.stop(this.timer);
    this.timer = undefined;
    for (const step of this.queue.splice(0)) this.show(step, false);
    this.tell();
  }

  play(cards: Card[]): Promise<boolean> {
    const rank = this.newest?.turn?.rank;
    if (!rank) return Promise.resolve(false);
    return this.command("play", (games, version) => games.play(this.id, version, cards, rank));
  }

  call(): Promise<boolean> {
    return this.command("call", (games, version) => games.call(this.id, version));
  }

  accept(): Promise<boolean> {
    return this.command("accept", (games, version) => games.accept(this.id, version));
  }

  deal(): Promise<boolean> {
    return this.command("deal", (games, version) => games.deal(this.id, version));
  }

  startGame(bots: Level[]): Promise<boolean> {
    const entropy = newEntropy();
    return this.command("start", async (games) => {
      const view = await games.start(this.id, bots, entropy);
      this.means.seen.entropy(this.id, entropy);
      return view;
    });
  }

  join(name: string): Promise<boolean> {
    const entropy = newEntropy();
    return this.command("join", async (games) => {
      const seated = await games.join(this.id, name, entropy);
      this.sat(seated, entropy);
      return seated.game;
    });
  }

  leave(): Promise<boolean> {
    return this.command("leave", async (games) => {
      await games.leave(this.id);
      this.set({ notice: { kind: "left" } });
      return null;
    });
  }

  free(seat: number): Promise<boolean> {
    return this.command("free", async (games, version) => {
      await games.free(this.id, seat, version);
      return null;
    });
  }

  /** Makes the rematch or sits down at it; answers its id. */
  async rematch(): Promise<string | null> {
    const entropy = newEntropy();
    let id: string | null = null;
    await this.command("rematch", async (games) => {
      const seated = await games.rematch(this.id, entropy);
      id = seated.game.id;
      if (games.token) this.means.tokens.sit(id, games.token);
      this.means.seen.entropy(id, entropy);
      return null;
    });
    return id;
  }

  private sat(seated: Seated, entropy: string): void {
    const token = this.games.token;
    if (token) this.means.tokens.sit(this.id, token);
    if (seated.seat !== null) this.means.seen.entropy(this.id, entropy);
  }

  /** Sends one command; no other while it is on its way. Answers whether it was accepted. */
  private async command(name: string, send: (games: Games, version: number) => Promise<View | null>): Promise<boolean> {
    if (this.state.busy || !this.newest) return false;
    this.set({ busy: name, notice: null });
    try {
      const view = await send(this.games, this.newest.version);
      // The command is done; should the log not come now, the next look brings it.
      if (view) await this.receive(view).catch(() => undefined);
      this.watch.hasten();
      return true;
    } catch (fault) {
      this.watch.heed(fault);
      await this.refused(fault);
      this.watch.now();
      return false;
    } finally {
      this.set({ busy: null });
    }
  }

  private async refused(fault: unknown): Promise<void> {
    if (!(fault instanceof Problem)) throw fault;
    this.skip();
    const before = this.state.events.length;
    if (fault.game) await this.receive(fault.game).catch(() => undefined);
    if (fault.status === 412) {
      this.skip();
      this.set({ notice: { kind: "stale", events: this.state.events.slice(before) } });
    } else this.set({ notice: { kind: "refused", code: fault.code } });
  }

  /** One look; answers when to look again. */
  private async look(): Promise<number | null> {
    try {
      const answer = this.api
        ? await this.api.view(this.id, this.newest?.version)
        : await this.findSeat();
      this.set({ skew: answer.skew });
      if (answer.body) await this.receive(answer.body);
      return this.next(answer.pollAfter);
    } catch (fault) {
      if (fault instanceof Problem && (fault.status === 404 || fault.status === 410)) {
        this.set({ gone: fault.status === 404 ? "missing" : "expired" });
        return null;
      }
      throw fault;
    }
  }

  /** Looks as each player of this browser until one of them sits here. */
  private async findSeat() {
    const { tokens } = this.means;
    const candidates = tokens.candidates(this.id);
    for (const token of candidates) {
      const games = this.means.games(token);
      const answer = await games.view(this.id);
      if (!answer.body?.you) continue;
      this.api = games;
      tokens.sit(this.id, token);
      return answer;
    }
    this.api = this.means.games(tokens.own());
    return this.api.view(this.id);
  }

  /** The server's pace, or earlier when something is due before. */
  private next(pollAfter: number): number | null {
    const view = this.newest;
    if (view?.status === "cancelled" || (view?.status === "finished" && view.rematch)) return null;
    let wait = pollAfter * 1000;
    const server = this.around.now() + this.state.skew;
    for (const at of [view?.deadline, view?.pile.lastPlay?.until]) {
      const left = at ? Date.parse(at) - server : 0;
      if (left > 0) wait = Math.min(wait, left + LATE);
    }
    return wait;
  }

  /** Takes in a view and what happened since the last one, one view after the other. */
  private receive(view: View): Promise<void> {
    const done = this.line.then(() => this.take(view));
    this.line = done.catch(() => undefined);
    return done;
  }

  private async take(view: View): Promise<void> {
    const known = this.newest?.version ?? 0;
    if (view.version <= known) return;
    const page = await this.games.events(this.id, known);
    // What is beyond this view belongs to the next look.
    const events = page.events.filter((event) => event.version > known && event.version <= view.version);
    this.newest = view;
    this.promise(view);
    this.present(view, events);
  }

  /** Notes what the server promised about a deal before anybody could know it. */
  private promise(view: View): void {
    const next = view.status === "lobby" || view.status === "roundOver" ? view.round + 1 : view.round;
    this.means.seen.commitment(this.id, next, view.commitment);
  }

  private present(view: View, events: GameEvent[]): void {
    const last = this.queue.at(-1);
    const from = last?.view ?? this.state.view;
    const stage = last?.stage ?? this.state.stage;
    const first = from === null || from.you?.seat !== view.you?.seat || from.seats.length !== view.seats.length;
    if (first || this.around.hidden()) {
      this.skip();
      const shown = [...this.state.events, ...events];
      const fresh = shown.reduce<readonly Card[]>((cards, event) => marked(cards, event, view.you?.seat), []);
      this.set({ view, events: shown, stage: lastStage(shown), event: null, step: this.state.step + 1, fresh });
      return;
    }
    this.queue.push(...steps(from, stage, events, view, this.means.calm()));
    if (this.timer === undefined) this.advance();
  }

  private advance(): void {
    this.timer = undefined;
    for (let step = this.queue.shift(); step; step = this.queue.shift()) {
      this.show(step, this.queue.length > 0);
      if (step.pause > 0 && this.queue.length > 0) {
        this.timer = this.around.start(step.pause, () => this.advance());
        return;
      }
    }
  }

  private show(step: Step, moving: boolean): void {
    const { event } = step;
    this.set({
      view: step.view,
      stage: step.stage,
      events: event ? [...this.state.events, event] : this.state.events,
      event,
      step: this.state.step + 1,
      moving,
      fresh: marked(this.state.fresh, event, step.view.you?.seat),
    });
  }

  private set(change: Partial<TableState>): void {
    this.state = { ...this.state, ...change };
    this.tell();
  }

  private tell(): void {
    for (const listener of this.listeners) listener();
  }
}

/** The cards to mark as new: those taken up last, until the player plays. */
function marked(fresh: readonly Card[], event: GameEvent | null, me: number | undefined): readonly Card[] {
  if (event?.type === "called" && event.taker === me) return event.takenCards ?? [];
  if (event?.type === "paleShown" && event.seat === me) return event.takenCards ?? [];
  if (event?.type === "dealt" || (event?.type === "played" && event.seat === me)) return [];
  return fresh;
}

/** What lies open in the middle for who comes in: the last call, unless cards were played since. */
function lastStage(events: readonly GameEvent[]): Stage | null {
  const last = events.findLast((event) => ["called", "paleShown", "played", "dealt"].includes(event.type));
  if (last?.type === "called") return { kind: "called", event: last, phase: "done" };
  if (last?.type === "paleShown") return { kind: "pale", seat: last.seat, taken: last.taken };
  return null;
}
