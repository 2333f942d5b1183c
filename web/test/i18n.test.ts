import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { RANKS, type Rank } from "../src/api/contract";
import { orderedDeck } from "../src/cards/deck";
import en from "../src/i18n/en";
import { LANGUAGES, loadLexicon, preferred, type Text } from "../src/i18n/language";
import { Speech } from "../src/i18n/speech";

const speeches = await Promise.all(LANGUAGES.map(async (language) => new Speech(language, await loadLexicon(language))));

/** The sentences of a text, one for each plural category that it knows. */
const sentences = (text: Text): string[] => (typeof text === "string" ? [text] : Object.values(text));
const holes = (sentence: string) => [...sentence.matchAll(/\{(\w+)\}/g)].map(([, hole]) => hole).sort();

/** The categories that a language needs for whole numbers from 0 to 200. */
function categories(language: string): Set<string> {
  const rules = new Intl.PluralRules(language);
  return new Set(Array.from({ length: 201 }, (_, n) => rules.select(n)));
}

for (const { language, lexicon } of speeches) {
  test(`${language} has every text, and none of its own`, () => {
    assert.deepEqual(Object.keys(lexicon.texts).sort(), Object.keys(en.texts).sort());
    for (const [key, text] of Object.entries(lexicon.texts)) {
      for (const sentence of sentences(text)) assert.notEqual(sentence.trim(), "", key);
    }
  });

  test(`${language} fills the same holes as English`, () => {
    for (const [key, text] of Object.entries(lexicon.texts)) {
      const wanted = new Set(sentences(en.texts[key as keyof typeof en.texts]).flatMap(holes));
      const found = new Set(sentences(text).flatMap(holes));
      for (const hole of found) assert.ok(wanted.has(hole), `${key} has a hole {${hole}} that nobody fills`);
      for (const hole of wanted) assert.ok(found.has(hole) || hole === "n", `${key} does not say {${hole}}`);
    }
  });

  test(`${language} has every plural form that its numbers need`, () => {
    for (const [key, text] of Object.entries(lexicon.texts)) {
      if (typeof text === "string") continue;
      for (const category of categories(language)) assert.ok(category in text || "other" in text, `${key} lacks ${category}`);
    }
    for (const rank of RANKS) {
      for (const category of categories(language)) assert.ok(category in lexicon.ranks[rank].forms, `${rank} lacks ${category}`);
    }
  });

  test(`${language} translates all but names`, () => {
    if (language === "en") return;
    const same = Object.keys(en.texts).filter((key) => JSON.stringify(lexicon.texts[key as keyof typeof en.texts]) === JSON.stringify(en.texts[key as keyof typeof en.texts]));
    const alike = new Set(["said", "menu", "level.bot", "end.name", "check.seed"]);
    assert.deepEqual(same.filter((key) => !alike.has(key)), []);
  });

  test(`${language} gives every card a name of its own`, () => {
    const names = orderedDeck(1, true).map((card) => new Speech(language, lexicon).card(card));
    assert.equal(new Set(names).size, 34);
  });
}

const announcements: Record<string, Partial<Record<Rank, string[]>>> = {
  en: {
    "7": ["one seven", "two sevens", "three sevens", "four sevens", "five sevens", "six sevens", "seven sevens", "eight sevens"],
    U: ["one Under", "two Unders", "three Unders", "four Unders"],
    A: ["one Ace", "two Aces", "three Aces", "four Aces"],
  },
  pl: {
    "7": ["jedna siódemka", "dwie siódemki", "trzy siódemki", "cztery siódemki", "pięć siódemek", "sześć siódemek", "siedem siódemek", "osiem siódemek"],
    "8": ["jedna ósemka", "dwie ósemki", "trzy ósemki", "cztery ósemki", "pięć ósemek"],
    "9": ["jedna dziewiątka", "dwie dziewiątki", "trzy dziewiątki", "cztery dziewiątki", "pięć dziewiątek"],
    X: ["jedna dziesiątka", "dwie dziesiątki", "trzy dziesiątki", "cztery dziesiątki", "pięć dziesiątek"],
    U: ["jeden niżnik", "dwa niżniki", "trzy niżniki", "cztery niżniki", "pięć niżników"],
    O: ["jeden wyżnik", "dwa wyżniki", "trzy wyżniki", "cztery wyżniki", "pięć wyżników"],
    K: ["jeden król", "dwa króle", "trzy króle", "cztery króle", "pięć króli"],
    A: ["jeden as", "dwa asy", "trzy asy", "cztery asy", "pięć asów"],
  },
  hu: {
    "7": ["egy hetes", "két hetes", "három hetes", "négy hetes", "öt hetes", "hat hetes", "hét hetes", "nyolc hetes"],
    O: ["egy felső", "két felső", "három felső"],
    A: ["egy ász", "két ász", "három ász", "négy ász"],
  },
  de: {
    "7": ["ein Siebener", "zwei Siebener", "drei Siebener", "vier Siebener", "fünf Siebener"],
    K: ["ein König", "zwei Könige", "drei Könige", "vier Könige"],
    A: ["ein Ass", "zwei Asse", "drei Asse", "vier Asse"],
  },
};

for (const speech of speeches) {
  test(`${speech.language} announces with the right numeral and form`, () => {
    for (const [rank, forms] of Object.entries(announcements[speech.language] ?? {})) {
      forms.forEach((form, i) => assert.equal(speech.announce(i + 1, rank as Rank), form));
    }
  });
}

test("every text is said somewhere", () => {
  const source = (folder: string): string[] =>
    readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
      const file = path.join(folder, entry.name);
      if (entry.isDirectory()) return entry.name === "i18n" ? [readFileSync(path.join(file, "refusal.ts"), "utf8")] : source(file);
      return [readFileSync(file, "utf8")];
    });
  const code = source("src").join("\n");
  const composed = ["level.", "status.", "opt.", "rules."];
  const unsaid = Object.keys(en.texts).filter((key) => !code.includes(`"${key}"`) && !composed.some((start) => key.startsWith(start)));
  assert.deepEqual(unsaid, []);
});

test("the browser's first language that we speak is chosen, else English", () => {
  assert.equal(preferred(["fr-FR", "hu", "en"]), "hu");
  assert.equal(preferred(["PL-pl"]), "pl");
  assert.equal(preferred(["de-AT", "en"]), "de");
  assert.equal(preferred(["fr"]), "en");
  assert.equal(preferred([]), "en");
});

test("numbers and spans of time are written as the language writes them", () => {
  const [english, polish] = speeches;
  assert.equal(english?.say("pile.cards", { n: 1 }), "1 card");
  assert.equal(polish?.say("pile.cards", { n: 3 }), "3 karty");
  assert.equal(polish?.say("pile.cards", { n: 13 }), "13 kart");
  assert.equal(polish?.say("pile.cards", { n: 22 }), "22 karty");
  assert.equal(english?.span(65), "1:05");
  assert.equal(english?.span(-3), "0 sec");
  assert.equal(english?.span(3 * 86400), "3 days");
});
