import assert from "node:assert/strict";
import { createHash, createHmac } from "node:crypto";
import { test } from "node:test";
import type { FinishedRound, GameEvent } from "../src/api/contract";
import { byRank, orderedDeck } from "../src/cards/deck";
import { check, type Evidence } from "../src/verify/check";
import { defaults } from "../src/views/options";

// The deal once more, from the rules' words, on Node's own hashes: what the page
// computes with Web Crypto must come to the same.
const sha = (...parts: Buffer[]) => createHash("sha256").update(Buffer.concat(parts)).digest();
const uint32 = (n: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(n);
  return bytes;
};

function stream(key: Buffer): (m: number) => number {
  let block = 0;
  let words: number[] = [];
  return (m) => {
    for (;;) {
      if (words.length === 0) {
        const hash = sha(key, uint32(block++));
        words = Array.from({ length: 8 }, (_, i) => hash.readUInt32BE(4 * i));
      }
      const word = words.shift() as number;
      if (word < 2 ** 32 - (2 ** 32 % m)) return word % m;
    }
  };
}

const seed = "ab".repeat(32);
const entropy = ["first", "", "dritte ž"];
const key = sha(Buffer.from(seed, "hex"), ...entropy.map((text) => sha(Buffer.from(text, "utf8"))), uint32(1));

function evidence(): Evidence {
  const below = stream(key);
  const dealer = below(3);
  const deck = orderedDeck(1, true);
  for (let k = deck.length - 1; k > 0; k--) {
    const j = below(k + 1);
    [deck[k], deck[j]] = [deck[j] as string, deck[k] as string];
  }
  const hands: string[][] = [[], [], []];
  deck.slice(0, 33).forEach((card, i) => hands[(dealer + 1 + i) % 3]?.push(card));
  const first = (dealer + 1) % 3;
  const second = (dealer + 2) % 3;
  const sorted = hands.map((hand) => [...hand].sort(byRank));
  const lie = (sorted[first] ?? []).filter((card) => !card.startsWith("7") && !card.endsWith("c")).slice(0, 2);
  const drawn = [...(sorted[second] ?? [])];
  const clock = createHmac("sha256", Buffer.from(seed, "hex")).update(Buffer.concat([Buffer.from("timeout"), uint32(1), uint32(6)])).digest();
  const timedOut = drawn[stream(clock)(drawn.length)] as string;

  const at = "2026-03-01T18:00:00.000Z";
  const commitment = sha(Buffer.from(seed, "hex")).toString("hex");
  const left = hands.map((hand, seat) => hand.filter((card) => seat !== second || card !== timedOut));
  const round: FinishedRound = {
    round: 1,
    version: 3,
    at,
    dealer,
    commitment,
    seed,
    entropy,
    deck,
    hands,
    aside: deck.slice(33),
    actions: [
      { version: 4, at, seat: first, type: "play", cards: lie, rank: "7" },
      { version: 5, at, seat: second, type: "call" },
      { version: 6, at, seat: second, type: "play", cards: [timedOut], rank: "8", timedOut: true },
    ],
    places: [1, 2, 3],
    points: [4, 3, 2],
    reason: "left",
  };
  const events: GameEvent[] = [
    { version: 3, at, type: "dealt", round: 1, dealer, cards: 11, aside: 1, commitment },
    { version: 4, at, type: "played", seat: first, rank: "7", count: 2, ...(first === 0 && { cards: lie }) },
    { version: 5, at, type: "called", seat: second, against: first, rank: "7", count: 2, cards: lie, lied: true, taker: first, taken: 2 },
    { version: 6, at, type: "timedOut", seat: second },
    { version: 6, at, type: "played", seat: second, rank: "8", count: 1 },
    { version: 7, at, type: "roundEnded", round: 1, reason: "left", places: [1, 2, 3], points: [4, 3, 2], hands: left, aside: deck.slice(33), seed },
  ];
  return {
    round,
    before: null,
    events,
    rules: { ...defaults(3), chroniclers: true },
    seen: { commitments: { 1: commitment }, entropy: "dritte ž" },
    me: 2,
  };
}

const wrong = async (change: (all: Evidence) => void) => {
  const all = structuredClone(evidence());
  change(all);
  return (await check(all)).filter(({ right }) => right === false).map(({ text }) => text);
};
const event = <T extends GameEvent["type"]>(all: Evidence, type: T) => all.events.find((one) => one.type === type) as GameEvent & { type: T };

test("an honest round is right in every point", async () => {
  const findings = await check(evidence());
  assert.ok(findings.every(({ right }) => right === true), JSON.stringify(findings.filter(({ right }) => right !== true)));
  assert.deepEqual(findings.find(({ text }) => text === "check.history")?.params, { n: 2 });
  assert.deepEqual(findings.find(({ text }) => text === "check.verdicts")?.params, { n: 1 });
});

test("bots' decisions are said not to have been made again, and their cards are followed all the same", async () => {
  const all = evidence();
  for (const action of all.round.actions.slice(0, 2)) action.level = "hard/1";
  const findings = await check(all);
  assert.deepEqual(findings.at(-1), { text: "check.bots", params: { n: 2 }, right: null });
  assert.ok(findings.slice(0, -1).every(({ right }) => right === true));
  all.round.actions[0]!.cards = ["7a", "7l"];
  assert.ok((await check(all)).some(({ right }) => right === false));
});

test("another seed than promised is found", async () => {
  assert.ok((await wrong((all) => (all.round.seed = "cd".repeat(32)))).includes("check.commitment"));
});

test("a promise that was changed after it was seen is found", async () => {
  assert.deepEqual(await wrong((all) => (all.seen.commitments[1] = "00".repeat(32))), ["check.seen"]);
});

test("entropy that was left out is found", async () => {
  const found = await wrong((all) => (all.round.entropy[2] = ""));
  assert.ok(found.includes("check.entropy"));
  assert.ok(found.includes("check.deck"));
});

test("two cards swapped in the deck are found", async () => {
  assert.ok((await wrong(({ round: { deck } }) => ([deck[0], deck[1]] = [deck[1] as string, deck[0] as string]))).includes("check.deck"));
});

test("two cards swapped between hands are found", async () => {
  const found = await wrong(({ round: { hands } }) => {
    const [a, b] = [hands[0] as string[], hands[1] as string[]];
    [a[0], b[0]] = [b[0] as string, a[0] as string];
  });
  assert.ok(found.includes("check.hands"));
});

test("another dealer than drawn is found", async () => {
  assert.ok((await wrong((all) => (all.round.dealer = (all.round.dealer + 1) % 3))).includes("check.dealer"));
});

test("a card that its player did not hold is found", async () => {
  assert.ok((await wrong((all) => (all.round.actions[0]!.cards = ["7a", "7a"]))).includes("check.history"));
});

test("a call that was judged wrongly is found", async () => {
  assert.ok((await wrong((all) => (event(all, "called").lied = false))).includes("check.verdicts"));
});

test("a pile that the wrong player took is found", async () => {
  const found = await wrong((all) => (event(all, "called").taker = event(all, "called").seat));
  assert.ok(found.includes("check.verdicts"));
  assert.ok(found.includes("check.end"));
});

test("other cards shown than played are found", async () => {
  assert.ok((await wrong((all) => (event(all, "called").cards = ["7a", "7l"]))).includes("check.verdicts"));
});

test("a clock that chose its card is found", async () => {
  const found = await wrong(({ round, events }) => {
    const act = round.actions[2]!;
    const other = round.hands[act.seat]!.find((card) => card !== act.cards![0]) as string;
    const hands = (events.at(-1) as GameEvent & { type: "roundEnded" }).hands;
    hands[act.seat] = [...hands[act.seat]!.filter((card) => card !== other), act.cards![0] as string];
    act.cards = [other];
  });
  assert.deepEqual(found, ["check.history"]);
});

test("a hand at the end that does not follow is found", async () => {
  assert.deepEqual(await wrong((all) => event(all, "roundEnded").hands[0]!.pop()), ["check.end"]);
});

test("a later round's seed must be the one before it hashed", async () => {
  assert.ok(
    (
      await wrong((all) => {
        all.before = structuredClone(all.round);
      })
    ).includes("check.chain"),
  );
});
