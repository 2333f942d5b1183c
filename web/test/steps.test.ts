import assert from "node:assert/strict";
import { test } from "node:test";
import type { GameEvent, View } from "../src/api/contract";
import { steps } from "../src/game/steps";
import { states } from "./states";

const start = states()["my-turn"]?.view as View;
const at = "2026-03-01T18:00:00.000Z";
const play = (version: number, seat: number, count: number, cards?: string[]): GameEvent => ({
  version,
  at,
  type: "played",
  seat,
  rank: "7",
  count,
  ...(cards && { cards }),
});

test("a play leaves its player's hand and lies on the pile", () => {
  const [first, last] = steps(start, null, [play(21, 0, 2, ["7a", "Aa"])], start, false);
  assert.ok(first && last);
  assert.equal(first.view.seats[0]?.cards, 6);
  assert.deepEqual(first.view.you?.hand, ["7h", "9l", "Xb", "Ub", "Oh", "Kl"]);
  assert.equal(first.view.pile.cards, 2);
  assert.deepEqual(first.view.pile.lastPlay, { seat: 0, rank: "7", count: 2, callable: false, until: null });
  assert.deepEqual(first.view.actions, [], "nobody acts on what is past");
  assert.equal(last.view, start, "the last step is the server's own view");
});

test("another's play shows its number only", () => {
  const [first] = steps(start, null, [play(21, 2, 3)], start, false);
  assert.equal(first?.view.seats[2]?.cards, 5);
  assert.deepEqual(first?.view.you?.hand, start.you?.hand);
});

const called: GameEvent = {
  version: 22,
  at,
  type: "called",
  seat: 1,
  against: 0,
  rank: "7",
  count: 1,
  cards: ["Aa"],
  lied: true,
  taker: 0,
  taken: 3,
  takenCards: ["8b", "Aa", "Xa"],
};

test("a call is a moment of its own: called, turned over, taken up", () => {
  const shown = steps(start, null, [called], start, false);
  assert.deepEqual(shown.map(({ stage }) => stage?.kind === "called" && stage.phase), ["call", "open", "done", "done"]);
  assert.deepEqual(shown.map(({ event }) => event?.type ?? null), [null, null, "called", null]);
  assert.equal(shown[0]?.view.seats[0]?.cards, 8, "the pile is taken after the cards are open");
  assert.deepEqual(shown[2]?.view.you?.hand, ["7a", "7h", "8b", "9l", "Xa", "Xb", "Ub", "Oh", "Kl", "Aa", "Aa"]);
  assert.equal(shown[2]?.view.pile.cards, 0);
});

test("who wants little motion sees the cards at once", () => {
  assert.deepEqual(steps(start, null, [called], start, true).map(({ stage }) => stage?.kind === "called" && stage.phase), ["open", "done", "done"]);
});

test("the next play clears what a call had shown", () => {
  const shown = steps(start, { kind: "called", event: called, phase: "done" } as never, [play(23, 1, 1)], start, false);
  assert.deepEqual(shown.map(({ stage }) => stage), [null, null]);
});

test("a Pale that nobody called goes back with the pile", () => {
  const shown = steps({ ...start, pile: { cards: 5, lastPlay: null } }, null, [{ version: 21, at, type: "paleShown", seat: 2, taken: 5 }, play(21, 3, 1)], start, false);
  assert.equal(shown[0]?.view.seats[2]?.cards, 13);
  assert.equal(shown[0]?.stage?.kind, "pale");
  assert.equal(shown[1]?.view.pile.cards, 1);
});

test("a deal fills the hands of all who are in", () => {
  const away = { ...start, seats: start.seats.map((seat) => (seat.seat === 2 ? { ...seat, away: true } : seat)) };
  const dealt: GameEvent = { version: 21, at, type: "dealt", round: 2, dealer: 1, cards: 10, aside: 2, commitment: "", hand: ["7a"] };
  const [first] = steps(away, null, [dealt], start, false);
  assert.deepEqual(first?.view.seats.map((seat) => seat.cards), [10, 10, 0, 10]);
  assert.deepEqual(first?.view.you?.hand, ["7a"]);
  assert.equal(first?.view.round, 2);
});

test("the last thing that happened does not keep anybody waiting", () => {
  const shown = steps(start, null, [play(21, 1, 1), play(22, 2, 1)], start, false);
  assert.deepEqual(shown.map(({ pause }) => pause > 0), [true, false, false]);
});

test("who was away long is not shown everything one by one", () => {
  const many = Array.from({ length: 40 }, (_, i) => play(21 + i, i % 4, 1));
  assert.ok(steps(start, null, many, start, false).every(({ pause }) => pause === 0));
});
