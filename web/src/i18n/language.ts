// Languages: which one, its texts, and sentences from them.
import type { Rank } from "../api/contract";
import type { Texts } from "./en";

export const LANGUAGES = ["en", "pl", "hu", "de"] as const;
export type Language = (typeof LANGUAGES)[number];

/** Each language by its own name. */
export const NAMES: Record<Language, string> = { en: "English", pl: "Polski", hu: "Magyar", de: "Deutsch" };

/** A sentence with `{holes}`, or one for each plural category of the hole `n`. */
export type Text = string | Partial<Record<Intl.LDMLPluralRule, string>>;
export type TextKey = keyof Texts;
export type Params = Record<string, string | number>;

/** A rank's noun: its printed index, its plural forms, and itself when it is due. */
export interface Noun {
  index: string;
  name: string;
  /** Which row of the numerals it takes. */
  gender: "m" | "f";
  forms: Partial<Record<Intl.LDMLPluralRule, string>>;
  due: string;
}

/** All that is different from language to language. */
export interface Lexicon {
  texts: Record<TextKey, Text>;
  ranks: Record<Rank, Noun>;
  /** The words for one to eight, by gender. */
  numerals: Record<"m" | "f", readonly string[]>;
  suits: Record<"a" | "l" | "h" | "b", string>;
  coloured: string;
  pale: string;
  /** A suited card's name from the names of its rank and suit. */
  card(rank: string, suit: string): string;
}

const loaders: Record<Language, () => Promise<{ default: Lexicon }>> = {
  en: () => import("./en"),
  pl: () => import("./pl"),
  hu: () => import("./hu"),
  de: () => import("./de"),
};

export async function loadLexicon(language: Language): Promise<Lexicon> {
  return (await loaders[language]()).default;
}

/** The first language of the browser's list that we speak, else English. */
export function preferred(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const primary = tag.toLowerCase().split("-")[0];
    const found = LANGUAGES.find((language) => language === primary);
    if (found) return found;
  }
  return "en";
}
