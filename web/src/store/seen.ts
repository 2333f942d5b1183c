// What this browser saw before a deal, to hold the server to it afterwards: the
// commitments, and the entropy that was added after having seen the first one.
import { base64url } from "../api/client";
import { read, write } from "./tokens";

const KEY = "cheat.seen";
const KEPT = 60;

export interface Seen {
  /** Commitments by round, as first shown. */
  commitments: Record<number, string>;
  /** What this player added; absent when he added nothing here. */
  entropy?: string;
}

/** Text that nobody could have known before: 16 random bytes. */
export function newEntropy(): string {
  return base64url(crypto.getRandomValues(new Uint8Array(16)));
}

export class SeenDeals {
  constructor(private readonly storage: Storage) {}

  of(game: string): Seen {
    return this.all().find(([id]) => id === game)?.[1] ?? { commitments: {} };
  }

  /** Keeps the first commitment shown for a round; a later, different one is the server's to explain. */
  commitment(game: string, round: number, commitment: string): void {
    const seen = this.of(game);
    if (seen.commitments[round] !== undefined) return;
    seen.commitments[round] = commitment;
    this.keep(game, seen);
  }

  entropy(game: string, entropy: string): void {
    this.keep(game, { ...this.of(game), entropy });
  }

  private all(): [string, Seen][] {
    return read(this.storage, KEY, []);
  }

  private keep(game: string, seen: Seen): void {
    const others = this.all().filter(([id]) => id !== game);
    write(this.storage, KEY, [[game, seen], ...others].slice(0, KEPT));
  }
}
