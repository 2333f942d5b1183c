import assert from "node:assert/strict";
import { test } from "node:test";
import type { Rules } from "../src/api/contract";
import { LANGUAGES, loadLexicon } from "../src/i18n/language";
import { Speech } from "../src/i18n/speech";
import { changed, defaults, entered, fitting, inForce, OPTIONS } from "../src/views/options";
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

/** The range of an option at a table of so many. */
function range(name: keyof Rules, seats: number, given: Parameters<typeof fitting>[0] = {}) {
  const found = OPTIONS.find((option) => option.name === name)?.range?.({ seats, rules: inForce(given, seats), given });
  assert.ok(found, `${name} takes values of one's own`);
  return found;
}

test("every value that the API takes may be entered, and no other", () => {
  const limits = (name: keyof Rules, seats: number, given = {}) => {
    const { least, most } = range(name, seats, given);
    return [least, most];
  };
  assert.deepEqual(limits("rounds", 4), [1, 50]);
  assert.deepEqual(limits("turnSeconds", 4), [10, 1209600]);
  assert.deepEqual(limits("callSeconds", 4), [0, 3600]);
  assert.deepEqual(limits("handSize", 2, { decks: 2, chroniclers: true }), [1, 34]);
  assert.deepEqual(limits("handSize", 4), [1, 8]);
  assert.deepEqual(limits("target", 4), [1, 200]);
  assert.deepEqual(limits("target", 4, { points: [100] }), [1, 1000]);
  assert.deepEqual(limits("target", 4, { rounds: 3 }), [1, 12], "what can be reached");
  assert.deepEqual(limits("points", 4), [0, 100]);
});

test("what is typed is a value or nothing", () => {
  const seconds = range("turnSeconds", 4);
  assert.equal(entered("10", seconds), 10);
  assert.equal(entered(" 1209600 ", seconds), 1209600);
  for (const typed of ["", "9", "1209601", "-10", "1.5", "1e3", "ten", "10 20"]) assert.equal(entered(typed, seconds), null, typed);
  const points = range("points", 4);
  assert.deepEqual(entered("10, 5,1", points), [10, 5, 1]);
  assert.deepEqual(entered("0 100", points), [0, 100]);
  for (const typed of ["", ",", "101", "1,2,3,4,5,6,7,8,9", "1, x"]) assert.equal(entered(typed, points), null, typed);
});

test("an own value is kept while it fits, and dropped when it no longer does", () => {
  assert.deepEqual(changed({}, "handSize", 11, 2), { handSize: 11 });
  assert.deepEqual(fitting({ handSize: 11 }, 3), {});
  assert.deepEqual(changed({}, "points", [7, 0], 4), { points: [7, 0] });
  assert.deepEqual(changed({ target: 13 }, "rounds", 3, 4), { rounds: 3 }, "thirteen points are out of reach");
  assert.deepEqual(changed({}, "turnSeconds", 86400, 4), {}, "the usual is not given");
});

test("an offered value is in every option, whatever the table", () => {
  for (let seats = 2; seats <= 8; seats++) {
    for (const given of [{}, { callers: "next" as const }, { chroniclers: true }, { target: 20 }]) {
      const rules = inForce(given, seats);
      for (const { name, choices } of OPTIONS) {
        const offered = choices({ seats, rules, given });
        if (offered.length > 0) assert.ok(offered.some(([value]) => JSON.stringify(value) === JSON.stringify(rules[name])), `${name} of ${seats}`);
      }
    }
  }
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
