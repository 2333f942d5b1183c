// Requests: who asks, once-only keys, and the same request again after a fault.
import { Problem, problemOf } from "./problem";

export interface Ask {
  method?: "GET" | "POST" | "DELETE";
  token?: string | undefined;
  /** Sent as JSON; a POST without one sends `{}`. */
  body?: unknown;
  /** The version that the player saw: `If-Match`. */
  seen?: number | undefined;
  /** The version already here: `If-None-Match`. */
  known?: number | undefined;
  signal?: AbortSignal;
}

export interface Answer<T> {
  /** Null for 304: what is known is still so. */
  body: T | null;
  /** Seconds after which another look is worth while. */
  pollAfter: number;
  /** Milliseconds by which the server's clock is ahead of ours. */
  skew: number;
}

/** What the client needs of the world; tests put in their own. */
export interface World {
  fetch: typeof fetch;
  /** Resolves after so many milliseconds. */
  wait(ms: number): Promise<void>;
  now(): number;
  key(): string;
}

export const world: World = {
  fetch: (input, init) => fetch(input, init),
  wait: (ms) => new Promise((done) => setTimeout(done, ms)),
  now: () => Date.now(),
  key: () => base64url(crypto.getRandomValues(new Uint8Array(16))),
};

/** Base64url without padding (RFC 4648, section 5). */
export function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

/** How often a command is sent in all before the player is told. */
const TRIES = 4;

/** Milliseconds after which a request without an answer counts as lost. */
const PATIENCE = 12_000;

export class Client {
  constructor(private readonly with_: World = world) {}

  /**
   * Sends one request. A POST carries an idempotency key and is sent again, with
   * the same key, after a fault that may pass: the server does it once.
   */
  async ask<T>(path: string, ask: Ask = {}): Promise<Answer<T>> {
    const method = ask.method ?? "GET";
    const headers: Record<string, string> = { Accept: "application/json" };
    if (ask.token) headers.Authorization = `Bearer ${ask.token}`;
    if (ask.seen !== undefined) headers["If-Match"] = `"${ask.seen}"`;
    if (ask.known !== undefined) headers["If-None-Match"] = `"${ask.known}"`;
    const init: RequestInit = { method, headers, cache: "no-store", credentials: "omit", referrerPolicy: "no-referrer" };
    if (method === "POST") {
      headers["Content-Type"] = "application/json";
      init.body = JSON.stringify(ask.body ?? {});
      // Without a token nobody could tell whose key it was: the server refuses it.
      if (ask.token) headers["Idempotency-Key"] = this.with_.key();
    }
    const tries = method === "GET" ? 1 : TRIES;
    for (let n = 1; ; n++) {
      try {
        return await this.once<T>(path, init, ask.signal);
      } catch (fault) {
        if (!(fault instanceof Problem) || !fault.passing || n === tries) throw fault;
        await this.with_.wait((fault.retryAfter ?? 2 ** (n - 1) * 0.6) * 1000);
      }
    }
  }

  private async once<T>(path: string, init: RequestInit, signal?: AbortSignal): Promise<Answer<T>> {
    let response: Response;
    const abort = new AbortController();
    const stop = () => abort.abort();
    signal?.addEventListener("abort", stop);
    const limit = setTimeout(stop, PATIENCE);
    try {
      response = await this.with_.fetch(path, { ...init, signal: abort.signal });
    } catch (fault) {
      if (signal?.aborted) throw fault;
      throw new Problem(0, "offline", "No answer.");
    } finally {
      clearTimeout(limit);
      signal?.removeEventListener("abort", stop);
    }
    if (!response.ok && response.status !== 304) throw await problemOf(response);
    const pollAfter = Number(response.headers.get("Poll-After"));
    const date = Date.parse(response.headers.get("Date") ?? "");
    return {
      body: response.status === 304 ? null : ((await response.json()) as T),
      pollAfter: pollAfter > 0 ? pollAfter : 5,
      // The header has whole seconds; half of one is the best guess.
      skew: Number.isNaN(date) ? 0 : date + 500 - this.with_.now(),
    };
  }
}
