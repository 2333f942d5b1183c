// Cards as the API writes them.
import { RANKS, SUITS, type Card, type Rank, type Suit } from "../api/contract";

export function isChronicler(card: Card): boolean {
  return card === "Cc" || card === "Pc";
}

/** The rank of a suited card. */
export function rankOf(card: Card): Rank {
  return card[0] as Rank;
}

/** The suit of a suited card. */
export function suitOf(card: Card): Suit {
  return card[1] as Suit;
}

/** Whether a card makes an announcement of this rank a lie (R15, R22 to R24). */
export function isWrong(card: Card, rank: Rank): boolean {
  return !isChronicler(card) && rankOf(card) !== rank;
}

/** A hand's order: by rank, then suit, Chroniclers last, the Coloured before the Pale. */
export function byRank(a: Card, b: Card): number {
  return place(a) - place(b);
}

function place(card: Card): number {
  if (card === "Cc") return 100;
  if (card === "Pc") return 101;
  return RANKS.indexOf(rankOf(card)) * SUITS.length + SUITS.indexOf(suitOf(card));
}

/** The ordered deck that every deal starts from. */
export function orderedDeck(decks: number, chroniclers: boolean): Card[] {
  const one = RANKS.flatMap((rank) => SUITS.map((suit) => rank + suit));
  if (chroniclers) one.push("Cc", "Pc");
  return Array.from({ length: decks }, () => one).flat();
}

/** What is left of a hand without some of its cards; null when they are not in it. */
export function without(hand: readonly Card[], cards: readonly Card[]): Card[] | null {
  const rest = [...hand];
  for (const card of cards) {
    const at = rest.indexOf(card);
    if (at < 0) return null;
    rest.splice(at, 1);
  }
  return rest;
}
