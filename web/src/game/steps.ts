// What happened between two views, one step at a time, so that people can follow.
// Only counts and places move here; the last step is always the server's own view.
import type { CalledEvent, GameEvent, View } from "../api/contract";
import { byRank, without } from "../cards/deck";

/** What the middle of the table shows besides the pile. */
export type Stage =
  | { kind: "called"; event: CalledEvent; phase: "call" | "open" | "done" }
  | { kind: "pale"; seat: number; taken: number };

export interface Step {
  view: View;
  stage: Stage | null;
  /** What this step shows, for log, motion and screen reader; null when nothing new. */
  event: GameEvent | null;
  /** Milliseconds before the next step. */
  pause: number;
}

/** Times in milliseconds: long enough to see, short enough not to wait. */
const PAUSE = { played: 520, accepted: 140, suspense: 850, open: 1500, pale: 1500, dealt: 450, other: 200 };

/** More events than this are not shown one by one: the player was away. */
const MOST = 24;

/** The steps from one view to the next; the stage at the end is part of the last one. */
export function steps(from: View, stage: Stage | null, events: readonly GameEvent[], to: View, calm: boolean): Step[] {
  const all: Step[] = [];
  let view: View = { ...from, actions: [] };
  let now = stage;
  const slow = events.length <= MOST;
  const add = (event: GameEvent | null, pause: number) => all.push({ view, stage: now, event, pause: slow ? pause : 0 });

  for (const event of events) {
    switch (event.type) {
      case "played":
        now = null;
        view = after(view, event);
        add(event, PAUSE.played);
        break;
      case "called":
        now = { kind: "called", event, phase: "call" };
        if (!calm) add(null, PAUSE.suspense);
        now = { kind: "called", event, phase: "open" };
        add(null, PAUSE.open);
        now = { kind: "called", event, phase: "done" };
        view = after(view, event);
        add(event, PAUSE.other);
        break;
      case "paleShown":
        now = { kind: "pale", seat: event.seat, taken: event.taken };
        view = after(view, event);
        add(event, PAUSE.pale);
        break;
      case "dealt":
        now = null;
        view = after(view, event);
        add(event, PAUSE.dealt);
        break;
      case "accepted":
        view = after(view, event);
        add(event, PAUSE.accepted);
        break;
      default:
        add(event, PAUSE.other);
    }
  }
  // Who may act should not wait for the last card to land.
  const last = all.at(-1);
  if (last) last.pause = 0;
  all.push({ view: to, stage: now, event: null, pause: 0 });
  return all;
}

/** The view as it looked right after an event. */
function after(view: View, event: GameEvent): View {
  switch (event.type) {
    case "played":
      return {
        ...hold(view, event.seat, -event.count, (hand) => without(hand, event.cards ?? []) ?? hand),
        pile: {
          cards: view.pile.cards + event.count,
          lastPlay: { seat: event.seat, rank: event.rank, count: event.count, callable: false, until: null },
        },
        turn: null,
        waitingFor: [],
      };
    case "called":
    case "paleShown": {
      const taker = event.type === "called" ? event.taker : event.seat;
      return {
        ...hold(view, taker, event.taken, (hand) => [...hand, ...(event.takenCards ?? [])].sort(byRank)),
        pile: { cards: 0, lastPlay: null },
        turn: null,
        waitingFor: [],
      };
    }
    case "accepted":
      return { ...view, seats: view.seats.map((one) => (one.seat === event.seat ? { ...one, answered: true } : one)) };
    case "dealt":
      return {
        ...view,
        round: event.round,
        dealer: event.dealer,
        status: "playing",
        pile: { cards: 0, lastPlay: null },
        seats: view.seats.map((one) => ({ ...one, cards: one.away || one.kind === "empty" ? 0 : event.cards, place: null, answered: false })),
        you: view.you && { ...view.you, hand: event.hand ?? [] },
      };
    default:
      return view;
  }
}

function hold(view: View, seat: number, change: number, hand: (hand: string[]) => string[]): View {
  return {
    ...view,
    seats: view.seats.map((one) => ({ ...one, answered: false, cards: one.seat === seat ? one.cards + change : one.cards })),
    you: view.you && view.you.seat === seat ? { ...view.you, hand: hand(view.you.hand) } : view.you,
  };
}
