import assert from "node:assert/strict";
import { test } from "node:test";
import { around, later, nextRanks, order } from "../src/game/ranks";
import { states } from "./states";

const state = (id: string) => {
  const found = states()[id];
  assert.ok(found, id);
  return found.view;
};

test("after the Ace comes the VII", () => {
  assert.equal(later("A", 1), "7");
  assert.equal(later("7", 9), "8");
  assert.equal(later("X", 4), "A");
});

test("my next ranks are a table apart", () => {
  assert.deepEqual(nextRanks(state("my-turn"), 0, 3), ["7", "U", "7"]);
  assert.deepEqual(nextRanks(state("may-call"), 0, 3), ["U", "7", "U"]);
  assert.deepEqual(nextRanks(state("two-players"), 0, 3), ["K", "7", "9"]);
});

test("who has left is skipped", () => {
  const view = state("letters");
  assert.deepEqual(order(view, 2), [2, 0, 1]);
  assert.deepEqual(nextRanks(view, 0, 2), ["X", "K"]);
});

test("nobody has next ranks while nobody is to play", () => {
  assert.deepEqual(nextRanks(state("last-card"), 0, 3), []);
});

test("the right-hand neighbour comes first; a spectator sees all", () => {
  assert.deepEqual(around(state("my-turn")), [1, 2, 3]);
  assert.deepEqual(around(state("watching")), [0, 1, 2, 3]);
  const view = state("my-turn");
  assert.deepEqual(around({ ...view, you: { seat: 2, hand: [] } }), [3, 0, 1]);
});
