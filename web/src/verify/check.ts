// All that can be checked of a finished round, as a list of findings.
import type { FinishedRound, GameEvent, Rules } from "../api/contract";
import type { Params, TextKey } from "../i18n/language";
import type { Seen } from "../store/seen";
import { hex, sha256, unhex } from "./bytes";
import { deal, shuffle } from "./deal";
import { follow, same } from "./history";

export interface Finding {
  text: TextKey;
  params?: Params;
  /** Null: it cannot be checked here. */
  right: boolean | null;
}

export interface Evidence {
  round: FinishedRound;
  /** The round before it, if there was one. */
  before: FinishedRound | null;
  events: readonly GameEvent[];
  rules: Rules;
  /** What this browser saw before the deal. */
  seen: Seen;
  /** The viewer's seat. */
  me: number | null;
}

export async function check({ round, before, events, rules, seen, me }: Evidence): Promise<Finding[]> {
  const seats = round.hands.length;
  const dealtIn = round.hands.map((hand) => hand.length > 0);
  const { deck, dealer } = await shuffle({ ...round, seats, decks: rules.decks, chroniclers: rules.chroniclers });
  const fair = Math.floor(deck.length / dealtIn.filter(Boolean).length);
  const hands = deal(round.deck, round.dealer, dealtIn, rules.handSize ?? fair);
  const { plays, calls, history, verdicts, end } = await follow(round, events);
  const promised = seen.commitments[round.round];
  const bots = round.actions.filter(({ level }) => level !== undefined).length;
  const dealt = events.find((event) => event.type === "dealt" && event.round === round.round);

  return [
    {
      text: "check.commitment",
      right: hex(await sha256(unhex(round.seed))) === round.commitment && dealt?.type === "dealt" && dealt.commitment === round.commitment,
    },
    { text: "check.seen", right: promised === undefined ? null : promised === round.commitment },
    ...(before ? [{ text: "check.chain" as const, right: before.seed === round.commitment }] : []),
    { text: "check.entropy", right: me === null || seen.entropy === undefined ? null : round.entropy[me] === seen.entropy },
    { text: "check.dealer", right: before ? round.dealer === nextDealer(before.dealer, dealtIn) : round.dealer === dealer },
    { text: "check.deck", right: deck.join() === round.deck.join() },
    { text: "check.hands", right: hands.hands.every((hand, seat) => same(hand, round.hands[seat] ?? [])) && same(hands.aside, round.aside) },
    { text: "check.history", params: { n: plays }, right: history && plays > 0 },
    { text: "check.verdicts", params: { n: calls }, right: verdicts },
    { text: "check.end", right: end },
    // The bots think in the program's own language: their thoughts are not repeated here.
    ...(bots > 0 ? [{ text: "check.bots" as const, params: { n: bots }, right: null }] : []),
  ];
}

/** The deal passes to the next seat that is dealt in (R3). */
function nextDealer(last: number, dealtIn: readonly boolean[]): number {
  const n = dealtIn.length;
  return Array.from({ length: n }, (_, i) => (last + 1 + i) % n).find((seat) => dealtIn[seat]) ?? last;
}
