// Arithmetic of turns, for showing only: what is due when, if nobody calls.
import { RANKS, type Rank, type View } from "../api/contract";

/** The rank that is due so many plays after another. */
export function later(rank: Rank, plays: number): Rank {
  return RANKS[(RANKS.indexOf(rank) + plays) % RANKS.length] as Rank;
}

/** The seats that still play in this round, from `seat` on in play order. */
export function order(view: View, seat: number): number[] {
  const n = view.seats.length;
  return Array.from({ length: n }, (_, i) => (seat + i) % n).filter((at) => {
    const one = view.seats[at];
    return one !== undefined && !one.away && (one.cards > 0 || at === view.turn?.seat);
  });
}

/** The ranks that will fall to a seat on its next turns, if nobody calls. */
export function nextRanks(view: View, seat: number, turns: number): Rank[] {
  const { turn } = view;
  if (!turn) return [];
  const round = order(view, turn.seat);
  const first = round.indexOf(seat);
  if (first < 0) return [];
  return Array.from({ length: turns }, (_, i) => later(turn.rank, first + i * round.length));
}

/**
 * The others around the table, from the viewer's right-hand neighbour, who is
 * next, round to the left-hand one. A spectator sits before seat 0.
 */
export function around(view: View): number[] {
  const n = view.seats.length;
  if (!view.you) return Array.from({ length: n }, (_, i) => i);
  const me = view.you.seat;
  return Array.from({ length: n - 1 }, (_, i) => (me + 1 + i) % n);
}
