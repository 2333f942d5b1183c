import type { View } from "./contract";

/**
 * A refusal (RFC 9457). `code` is the server's, or one of ours: `offline` when
 * no answer came, `status-NNN` when something before the server answered.
 */
export class Problem extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    detail: string,
    /** The fresh view that comes with 409 and 412. */
    readonly game?: View,
    /** Seconds after which the server wants to be asked again. */
    readonly retryAfter?: number,
  ) {
    super(detail);
    this.name = "Problem";
  }

  /** Whether the same request may be sent again: nothing says that it never will succeed. */
  get passing(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }

  /** Whether the server has too much to do: nothing should be asked of it before `retryAfter`. */
  get busy(): boolean {
    return this.status === 429 || this.status === 503;
  }
}

/** Reads a refusal from an answer, with a problem body or without. */
export async function problemOf(response: Response): Promise<Problem> {
  const retry = Number(response.headers.get("Retry-After"));
  const retryAfter = Number.isFinite(retry) && retry > 0 ? retry : undefined;
  if (/\bjson\b/.test(response.headers.get("Content-Type") ?? "")) {
    try {
      const body = (await response.json()) as { code?: string; detail?: string; title?: string; game?: View };
      return new Problem(
        response.status,
        body.code ?? `status-${response.status}`,
        body.detail ?? body.title ?? "",
        body.game,
        retryAfter,
      );
    } catch {
      // Cut off or no JSON after all: the status alone has to do.
    }
  }
  return new Problem(response.status, `status-${response.status}`, "", undefined, retryAfter);
}
