import assert from "node:assert/strict";
import { test } from "node:test";
import type { GameEvent, View } from "../src/api/contract";
import { Story } from "../src/game/story";
import { loadLexicon } from "../src/i18n/language";
import { Speech } from "../src/i18n/speech";
import { states } from "./states";

const english = new Speech("en", await loadLexicon("en"));
const polish = new Speech("pl", await loadLexicon("pl"));
const state = (id: string) => states()[id] as { view: View; events: GameEvent[] };
const told = (id: string, speech = english) => {
  const { view, events } = state(id);
  return new Story(speech, view).lines(events).map((line) => line.text);
};

test("a round is told in words", () => {
  assert.deepEqual(told("called-lie").slice(4), [
    "Round 1: 8 cards each.",
    "You: two sevens",
    "Mieczysław: one eight",
    "Zsófi: three nines",
    "Käthe: “Cheat!” (Zsófi: three nines). It was a lie. Zsófi takes the pile (6 cards).",
  ]);
});

test("who listens hears the cards that others see", () => {
  const { view, events } = state("called-lie");
  const call = events.at(-1) as GameEvent;
  assert.match(new Story(english, view).sentence(call), /IX of Bells, X of Hearts, and Pale Chronicler/);
});

test("my own taking is said to me", () => {
  assert.match(told("called-truth").at(-1) ?? "", /It was true\. You take the pile \(6 cards\)\.$/);
});

test("names are never bent", () => {
  assert.equal(told("called-lie", polish)[6], "Mieczysław: jedna ósemka");
});

test("seats of the lobby keep the names that sat there", () => {
  const { view } = state("my-turn");
  const at = "2026-03-01T18:00:00.000Z";
  const events: GameEvent[] = [
    { version: 1, at, type: "joined", seat: 0, name: "Ada", kind: "human" },
    { version: 2, at, type: "joined", seat: 1, name: "Gone", kind: "human" },
    { version: 3, at, type: "left", seat: 1 },
  ];
  assert.equal(new Story(english, view).lines([...events, ...state("my-turn").events.slice(4)])[2]?.text, "Gone leaves.");
});

test("what a newer server tells and this page does not know is passed over", () => {
  const { view } = state("my-turn");
  assert.deepEqual(new Story(english, view).lines([{ version: 1, at: "", type: "sang", seat: 1 } as unknown as GameEvent]), []);
});

test("a shared round names all who share it", () => {
  const { view } = state("my-turn");
  assert.equal(new Story(english, view).winners([1, 2, 1, null]), "The round is shared: You and Zsófi.");
});
