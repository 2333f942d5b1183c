import assert from "node:assert/strict";
import { test } from "node:test";
import { LANGUAGES, loadLexicon } from "../src/i18n/language";
import { Speech } from "../src/i18n/speech";
import { defaults, fitting, inForce } from "../src/views/ruleform";
import { ruleSentences } from "../src/views/rulelist";
import { byUrgency } from "../src/views/lists";
import { myGames } from "./states";

test("two players get the rules that let them finish", () => {
  assert.equal(defaults(2).afterCall, "repeat");
  assert.equal(defaults(2).callSeconds, 0);
  assert.equal(defaults(4).afterCall, "continue");
  assert.equal(defaults(5).decks, 2);
});

test("a target means up to fifty rounds", () => {
  assert.equal(inForce({ target: 20 }, 4).rounds, 50);
  assert.equal(inForce({ target: 20, rounds: 3 }, 4).rounds, 3);
});

test("what no longer fits the number of seats is dropped", () => {
  assert.deepEqual(fitting({ decks: 1, rounds: 3 }, 6), { rounds: 3 });
  assert.deepEqual(fitting({ decks: 2, maxCards: 8 }, 4), { decks: 2, maxCards: 8 });
  assert.deepEqual(fitting({ maxCards: 8 }, 4), {});
  assert.deepEqual(fitting({ handSize: 16 }, 3), {});
  assert.deepEqual(fitting({ paleAlone: true }, 4), {});
});

for (const language of LANGUAGES) {
  test(`${language} tells every rule of every table`, async () => {
    const speech = new Speech(language, await loadLexicon(language));
    const usual = ruleSentences(defaults(4), speech);
    const other = ruleSentences(
      {
        decks: 2,
        chroniclers: true,
        handSize: 7,
        afterCall: "restart",
        maxCards: 8,
        callers: "next",
        callSeconds: null,
        lastPlay: "final",
        finish: "playOn",
        points: [3, 2, 1],
        rounds: 50,
        target: 20,
        paleAlone: true,
        turnSeconds: 90,
      },
      speech,
    );
    for (const sentence of [...usual, ...other]) {
      assert.doesNotMatch(sentence, /[{}]|undefined/);
      assert.match(sentence, /[.!?]$/);
    }
    assert.equal(new Set(other).size, other.length, "no rule is told twice");
    assert.ok(other.length > usual.length);
  });
}

test("my tables: first those that wait for me, the most urgent on top", () => {
  assert.deepEqual(myGames().reverse().sort(byUrgency).slice(0, 2).map((game) => game.id), ["my-turn", "last-card"]);
});
