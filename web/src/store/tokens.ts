// The players that this browser is. A token is a player; several may live here,
// for instance one's own and one that a personal link brought along.
import { base64url } from "../api/client";

const FORM = /^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/;
const KEY = "cheat.players";
const SEATS = "cheat.seats";
const SEATS_KEPT = 200;

/** Whether text has the form of a token: 32 bytes as base64url, enough of them different. */
export function isToken(text: string): boolean {
  if (!FORM.test(text)) return false;
  const bytes = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return new Set(bytes).size >= 8;
}

/** A new player's token: 32 random bytes. */
export function newToken(): string {
  return base64url(crypto.getRandomValues(new Uint8Array(32)));
}

export class Tokens {
  constructor(private readonly storage: Storage) {}

  /** All tokens, the browser's own first. */
  all(): string[] {
    return read<string[]>(this.storage, KEY, []).filter(isToken);
  }

  /** The browser's own player, made on first need. */
  own(): string {
    return this.all()[0] ?? this.keep(newToken());
  }

  /** Takes in a token, for instance of a personal link, and answers it. */
  keep(token: string): string {
    const all = this.all();
    if (!all.includes(token)) write(this.storage, KEY, [...all, token]);
    return token;
  }

  /** The player known to sit at a table, if any. */
  at(game: string): string | undefined {
    const found = read<[string, string][]>(this.storage, SEATS, []).find(([id]) => id === game);
    return found && isToken(found[1]) ? found[1] : undefined;
  }

  /** Remembers which player sits at a table. */
  sit(game: string, token: string): void {
    this.keep(token);
    const others = read<[string, string][]>(this.storage, SEATS, []).filter(([id]) => id !== game);
    write(this.storage, SEATS, [[game, token], ...others].slice(0, SEATS_KEPT));
  }

  /** The order in which to look for one's seat at a table: the known one, then all. */
  candidates(game: string): string[] {
    return [...new Set([this.at(game), this.own(), ...this.all()])].filter((token) => token !== undefined);
  }
}

/**
 * Reads a personal link's token from the fragment. Whoever calls this removes the
 * fragment from the address bar, so that it is not copied along by mistake.
 */
export function tokenOfFragment(hash: string): string | undefined {
  const text = hash.replace(/^#/, "");
  return isToken(text) ? text : undefined;
}

export function read<T>(storage: Storage, key: string, otherwise: T): T {
  try {
    return (JSON.parse(storage.getItem(key) ?? "null") as T | null) ?? otherwise;
  } catch {
    return otherwise; // Not ours, or no storage at all.
  }
}

export function write(storage: Storage, key: string, value: unknown): void {
  try {
    storage.setItem(key, JSON.stringify(value));
  } catch {
    // Private mode or full: the page works on, and forgets.
  }
}
