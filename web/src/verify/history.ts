// Follows every card of a finished round: each play must come from its player's
// hand, each call must show what was played and be judged rightly, and what is
// left at the end must be what was opened.
import type { Card, FinishedRound, GameEvent, RoundEndedEvent } from "../api/contract";
import { byRank, isWrong, without } from "../cards/deck";
import { timedOutCard } from "./deal";

export interface Findings {
  plays: number;
  calls: number;
  /** Each false one is a thing that does not match. */
  history: boolean;
  verdicts: boolean;
  end: boolean;
}

/** Whether two lists hold the same cards, in any order. */
export function same(a: readonly Card[], b: readonly Card[]): boolean {
  return [...a].sort(byRank).join() === [...b].sort(byRank).join();
}

/** Compares what was said during a round with what was opened after it. */
export async function follow(round: FinishedRound, events: readonly GameEvent[]): Promise<Findings> {
  const hands = round.hands.map((hand) => [...hand]);
  const pile: Card[] = [];
  let open: Card[] = [];
  const found: Findings = { plays: 0, calls: 0, history: true, verdicts: true, end: false };
  const acts = round.actions.filter((action) => action.type === "play");
  const take = (seat: number, taken: number, told: readonly Card[] | undefined) => {
    if (pile.length !== taken || (told && !same(told, pile))) found.history = false;
    hands[seat]?.push(...pile.splice(0));
    open = [];
  };

  for (const event of ofRound(round.round, events)) {
    switch (event.type) {
      case "played": {
        const act = acts[found.plays++];
        const cards = act?.cards ?? [];
        const hand = hands[event.seat] ?? [];
        const rest = without(hand, cards);
        const told = event.cards === undefined || same(event.cards, cards);
        if (!act || !rest || !told || act.seat !== event.seat || act.rank !== event.rank || cards.length !== event.count) {
          found.history = false;
          break;
        }
        if (act.timedOut) {
          const drawn = await timedOutCard(round.seed, round.round, act.version, hand.length);
          if ([...hand].sort(byRank)[drawn] !== cards[0] || cards.length !== 1) found.history = false;
        }
        hands[event.seat] = rest;
        pile.push(...cards);
        open = cards;
        break;
      }
      case "called":
        found.calls++;
        if (!same(event.cards, open) || event.lied !== open.some((card) => isWrong(card, event.rank))) found.verdicts = false;
        if (event.taker !== (event.lied ? event.against : event.seat)) found.verdicts = false;
        take(event.taker, event.taken, event.takenCards);
        break;
      case "paleShown":
        if (!open.includes("Pc")) found.verdicts = false;
        take(event.seat, event.taken, event.takenCards);
        break;
      case "roundEnded":
        found.end = ended(event, hands, round);
        break;
    }
  }
  if (found.plays !== acts.length) found.history = false;
  return found;
}

function ended(event: RoundEndedEvent, hands: readonly Card[][], round: FinishedRound): boolean {
  return event.seed === round.seed && same(event.aside, round.aside) && hands.every((hand, seat) => same(hand, event.hands[seat] ?? []));
}

/** The events of one round, from its deal to its end. */
function ofRound(round: number, events: readonly GameEvent[]): readonly GameEvent[] {
  const from = events.findIndex((event) => event.type === "dealt" && event.round === round);
  const to = events.findIndex((event) => event.type === "roundEnded" && event.round === round);
  return from < 0 || to < 0 ? [] : events.slice(from, to + 1);
}
