// The deal, made again from the opened seed, as the rules describe it under "The
// deal can be checked".
import type { Card } from "../api/contract";
import { orderedDeck } from "../cards/deck";
import { hmacSha256, sha256, uint32be, unhex, utf8, type Bytes } from "./bytes";

/** Numbers drawn from a key, without any bias. */
export class Stream {
  private words: number[] = [];
  private block = 0;

  constructor(private readonly key: Bytes) {}

  /** A number from 0 to below `m`. */
  async below(m: number): Promise<number> {
    const limit = 2 ** 32 - (2 ** 32 % m);
    for (;;) {
      const word = await this.word();
      if (word < limit) return word % m;
    }
  }

  private async word(): Promise<number> {
    if (this.words.length === 0) {
      const bytes = await sha256(this.key, uint32be(this.block++));
      const view = new DataView(bytes.buffer);
      this.words = Array.from({ length: 8 }, (_, i) => view.getUint32(4 * i));
    }
    return this.words.shift() as number;
  }
}

export interface Shuffle {
  /** Of the match: every seat has its entropy in the key. */
  seats: number;
  seed: string;
  entropy: readonly string[];
  round: number;
  decks: number;
  chroniclers: boolean;
}

/** The deck in dealing order, and in the first round the dealer. */
export async function shuffle({ seed, entropy, round, decks, chroniclers, seats }: Shuffle): Promise<{ deck: Card[]; dealer: number | null }> {
  const shares = await Promise.all(entropy.map((text) => sha256(utf8(text))));
  const stream = new Stream(await sha256(unhex(seed), ...shares, uint32be(round)));
  const dealer = round === 1 ? await stream.below(seats) : null;
  const deck = orderedDeck(decks, chroniclers);
  for (let k = deck.length - 1; k > 0; k--) {
    const j = await stream.below(k + 1);
    [deck[k], deck[j]] = [deck[j] as Card, deck[k] as Card];
  }
  return { deck, dealer };
}

/** Who gets which cards: one at a time, from the dealer's right, around the seats that are dealt in. */
export function deal(deck: readonly Card[], dealer: number, dealtIn: readonly boolean[], size: number): { hands: Card[][]; aside: Card[] } {
  const n = dealtIn.length;
  const order = Array.from({ length: n }, (_, i) => (dealer + 1 + i) % n).filter((seat) => dealtIn[seat]);
  const hands: Card[][] = dealtIn.map(() => []);
  const dealt = size * order.length;
  deck.slice(0, dealt).forEach((card, i) => hands[order[i % order.length] as number]?.push(card));
  return { hands, aside: deck.slice(dealt) };
}

/** The card that a run-out clock plays: its place in the hand, in the hand's order (R27). */
export async function timedOutCard(seed: string, round: number, version: number, hand: number): Promise<number> {
  const key = await hmacSha256(unhex(seed), utf8("timeout"), uint32be(round), uint32be(version));
  return new Stream(key).below(hand);
}
