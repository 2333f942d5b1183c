import type { Card, Rank } from "../api/contract";
import { isChronicler, rankOf, suitOf } from "../cards/deck";
import type { Language, Lexicon, Params, TextKey } from "./language";

/** One language, ready to speak. */
export class Speech {
  private readonly plural: Intl.PluralRules;
  private readonly numbers: Intl.NumberFormat;
  private readonly lists: Intl.ListFormat;

  constructor(
    readonly language: Language,
    readonly lexicon: Lexicon,
  ) {
    this.plural = new Intl.PluralRules(language);
    this.numbers = new Intl.NumberFormat(language);
    this.lists = new Intl.ListFormat(language, { type: "conjunction" });
  }

  /** The text of a key, its holes filled; numbers are written as the language writes them. */
  say = (key: TextKey, params: Params = {}): string => {
    const text = this.lexicon.texts[key];
    const sentence = typeof text === "string" ? text : (text[this.plural.select(Number(params.n))] ?? text.other ?? "");
    return sentence.replace(/\{(\w+)\}/g, (_, hole: string) => {
      const value = params[hole];
      return typeof value === "number" ? this.numbers.format(value) : (value ?? "");
    });
  };

  /** An announcement in words: "two eights". */
  announce(count: number, rank: Rank): string {
    const noun = this.lexicon.ranks[rank];
    const numeral = this.lexicon.numerals[noun.gender][count - 1] ?? this.numbers.format(count);
    return `${numeral} ${noun.forms[this.plural.select(count)] ?? noun.forms.other ?? noun.name}`;
  }

  /** A rank as what is due: "eights". */
  due(rank: Rank): string {
    return this.lexicon.ranks[rank].due;
  }

  /** A rank's printed index: "VIII". */
  index(rank: Rank): string {
    return this.lexicon.ranks[rank].index;
  }

  /** A rank's name: "eight". */
  rank(rank: Rank): string {
    return this.lexicon.ranks[rank].name;
  }

  /** A card's full name: "Over of Leaves". */
  card(card: Card): string {
    if (isChronicler(card)) return card === "Cc" ? this.lexicon.coloured : this.lexicon.pale;
    return this.lexicon.card(this.lexicon.ranks[rankOf(card)].name, this.lexicon.suits[suitOf(card)]);
  }

  list(items: string[]): string {
    return this.lists.format(items);
  }

  number(value: number): string {
    return this.numbers.format(value);
  }

  time(at: string): string {
    return new Intl.DateTimeFormat(this.language, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }).format(new Date(at));
  }

  date(at: string): string {
    return new Intl.DateTimeFormat(this.language, { dateStyle: "medium", timeStyle: "short" }).format(new Date(at));
  }

  /** A span of time, with one unit, or two while minutes matter: "1:05", "3 h", "2 days". */
  span(seconds: number): string {
    const left = Math.max(0, Math.ceil(seconds));
    const unit = (value: number, name: string) =>
      new Intl.NumberFormat(this.language, { style: "unit", unit: name, unitDisplay: "short" }).format(value);
    if (left < 60) return unit(left, "second");
    if (left < 3600) return `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    if (left < 2 * 86400) return unit(Math.floor(left / 3600), "hour");
    return unit(Math.floor(left / 86400), "day");
  }
}
