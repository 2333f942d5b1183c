import assert from "node:assert/strict";
import { test } from "node:test";
import { isToken, newToken, Tokens, tokenOfFragment } from "../src/store/tokens";
import { Memory } from "./memory";

test("a new token has the form that the server asks for", () => {
  for (let i = 0; i < 50; i++) assert.match(newToken(), /^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/);
  assert.ok(isToken(newToken()));
});

test("what has another form is no token", () => {
  const token = newToken();
  for (const text of ["", "x", token.slice(1), token + "A", token.slice(0, 42) + "B", "A".repeat(43), " " + token]) {
    assert.equal(isToken(text), false, text);
  }
});

test("a browser's own player is made once and kept", () => {
  const storage = new Memory();
  const own = new Tokens(storage).own();
  assert.equal(new Tokens(storage).own(), own);
});

test("several players live in one browser, and a table remembers which one sits there", () => {
  const tokens = new Tokens(new Memory());
  const own = tokens.own();
  const brought = newToken();
  tokens.sit("g1", brought);
  assert.deepEqual(tokens.all(), [own, brought]);
  assert.equal(tokens.at("g1"), brought);
  assert.equal(tokens.at("g2"), undefined);
  assert.deepEqual(tokens.candidates("g1"), [brought, own]);
  assert.deepEqual(tokens.candidates("g2"), [own, brought]);
});

test("a personal link on a new device makes its player the device's own", () => {
  const tokens = new Tokens(new Memory());
  const brought = newToken();
  tokens.sit("g1", brought);
  assert.equal(tokens.own(), brought);
});

test("a fragment is taken only if it is a token", () => {
  const token = newToken();
  assert.equal(tokenOfFragment(`#${token}`), token);
  assert.equal(tokenOfFragment("#rules"), undefined);
  assert.equal(tokenOfFragment(""), undefined);
});

test("damaged storage is like none", () => {
  const storage = new Memory();
  storage.setItem("cheat.players", "{");
  storage.setItem("cheat.seats", '[["g1","not a token"]]');
  const tokens = new Tokens(storage);
  assert.deepEqual(tokens.all(), []);
  assert.equal(tokens.at("g1"), undefined);
});
