import type { TextKey } from "./language";
import type { Speech } from "./speech";

/** The sentence for each refusal that a player can run into. */
const sentences: Record<string, TextKey> = {
  offline: "err.offline",
  "try-again": "err.busy",
  "too-many-requests": "err.busy",
  "name-taken": "err.nameTaken",
  "invalid-request": "err.badName",
  "game-full": "err.full",
  "already-started": "err.full",
  "already-seated": "err.seated",
  "game-over": "err.over",
  "game-expired": "err.over",
  "too-many-games": "err.tooMany",
  "too-few-players": "err.tooFew",
  "bad-rules": "err.badRules",
  "pale-alone": "why.pale",
};

/** Refusals that only mean that the table has moved on. */
const late = new Set([
  "not-your-turn",
  "answer-first",
  "calls-open",
  "nothing-to-call",
  "nothing-to-accept",
  "own-play",
  "already-answered",
  "not-the-next-player",
  "not-in-round",
  "not-playing",
  "stale-version",
  "cards-not-in-hand",
]);

/** A refusal's code in words. */
export function refusal(code: string, { say }: Speech): string {
  const key = sentences[code];
  if (key) return say(key);
  return late.has(code) ? say("err.late") : say("err.other", { code });
}
