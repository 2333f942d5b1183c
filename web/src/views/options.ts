// The options of a table: what applies where nothing is chosen, which values are
// offered, and which others may be entered.
import type { Rules, RulesGiven } from "../api/contract";
import type { TextKey } from "../i18n/language";
import type { Speech } from "../i18n/speech";
import { duration } from "./rulelist";

/**
 * What applies where nothing is chosen. The server has these defaults itself and
 * is not sent them; they are here so that the form can show them.
 */
export function defaults(seats: number): Rules {
  return {
    decks: seats > 4 ? 2 : 1,
    chroniclers: false,
    handSize: null,
    afterCall: seats === 2 ? "repeat" : "continue",
    maxCards: 4,
    callers: "anyone",
    callSeconds: seats === 2 ? 0 : 5,
    lastPlay: "callable",
    finish: "firstOut",
    points: [4, 3, 2],
    rounds: 1,
    target: null,
    paleAlone: false,
    turnSeconds: 86400,
  };
}

/** The rules that come of what was chosen. */
export function inForce(given: RulesGiven, seats: number): Rules {
  const usual = defaults(seats);
  if (given.target != null) usual.rounds = 50;
  return { ...usual, ...(given as Partial<Rules>) };
}

/** A value that is offered, and how it is called. */
export type Choice<K extends keyof Rules = keyof Rules> = readonly [Rules[K], (speech: Speech) => string];

/** Which values may be entered instead of the offered ones. */
export interface Range {
  least: number;
  most: number;
  /** How many numbers at most, for a list of them. */
  list?: number;
  /** What the field asks for; it tells the limits too. */
  ask: TextKey;
}

/** A table as it is being set up. */
interface Setting {
  seats: number;
  rules: Rules;
  given: RulesGiven;
}

export interface Option<K extends keyof Rules = keyof Rules> {
  name: K;
  choices(setting: Setting): readonly Choice<K>[];
  range?(setting: Setting): Range;
}

const text =
  (key: TextKey) =>
  ({ say }: Speech) =>
    say(key);
const number = (value: number) => (speech: Speech) => speech.number(value);
const time = (seconds: number) => (speech: Speech) => duration(seconds, speech);
const option = <K extends keyof Rules>(name: K, choices: Option<K>["choices"], range?: Option<K>["range"]): Option =>
  ({ name, choices, ...(range && { range }) }) as unknown as Option;

/** The cards that each can be dealt (R4). */
const mostCards = ({ seats, rules }: Setting) => Math.floor((rules.decks * (rules.chroniclers ? 34 : 32)) / seats);

/** The points that somebody can have at the end; no target beyond them is of use. */
const mostPoints = ({ seats, rules, given }: Setting) => Math.min(1000, Math.max(...rules.points.slice(0, seats)) * (given.rounds ?? 50));

/** In the order in which they matter to somebody who sets up a table. */
export const OPTIONS: readonly Option[] = [
  option(
    "rounds",
    () => [1, 2, 3, 4, 5, 6, 8, 10, 20, 50].map((n) => [n, number(n)]),
    () => ({ least: 1, most: 50, ask: "own.number" }),
  ),
  option(
    "target",
    (setting) => [
      [null, text("val.noTarget")],
      ...[10, 15, 20, 30, 50].filter((n) => n <= mostPoints(setting)).map((n): Choice<"target"> => [n, ({ say }) => say("val.points", { n })]),
    ],
    (setting) => ({ least: 1, most: mostPoints(setting), ask: "own.number" }),
  ),
  option("chroniclers", () => [[false, text("val.no")], [true, text("val.yes")]]),
  option("paleAlone", ({ rules }) => (rules.chroniclers ? [[false, text("val.beside")], [true, text("val.alone")]] : [])),
  option(
    "callSeconds",
    ({ seats, rules }) => [
      // Where only the next player may call, nobody is waited for, whatever the time (R13).
      [rules.callers === "next" ? defaults(seats).callSeconds : 0, text("val.noWindow")],
      ...[3, 5, 10, 20, 60].filter(() => rules.callers === "anyone").map((n): Choice<"callSeconds"> => [n, time(n)]),
      [null, text("val.allAnswer")],
    ],
    ({ rules }) => ({ least: 0, most: rules.callers === "anyone" ? 3600 : -1, ask: "own.seconds" }),
  ),
  option(
    "turnSeconds",
    () => [[0, text("val.noClock")], ...[30, 60, 300, 3600, 86400, 259200, 604800].map((n): Choice<"turnSeconds"> => [n, time(n)])],
    () => ({ least: 10, most: 1209600, ask: "own.seconds" }),
  ),
  option("callers", () => [["anyone", text("val.anyone")], ["next", text("val.next")]]),
  option("afterCall", () => [["continue", text("val.continue")], ["repeat", text("val.repeat")], ["restart", text("val.restart")]]),
  option("lastPlay", () => [["callable", text("val.callable")], ["final", text("val.final")]]),
  option("finish", () => [["firstOut", text("val.firstOut")], ["playOn", text("val.playOn")]]),
  option("decks", ({ seats }) => [...(seats <= 4 ? [[1, text("val.one")] as const] : []), [2, text("val.two")]]),
  option("maxCards", ({ rules }) => [[4, number(4)], ...(rules.decks === 2 ? [[8, number(8)] as const] : [])]),
  option(
    "handSize",
    (setting) => [
      [null, text("val.all")],
      ...[3, 4, 5, 6, 7, 8, 9, 10, 12, 16].filter((n) => n <= mostCards(setting)).map((n): Choice<"handSize"> => [n, number(n)]),
    ],
    (setting) => ({ least: 1, most: mostCards(setting), ask: "own.number" }),
  ),
  option(
    "points",
    () => [[4, 3, 2], [1], [3, 2, 1], [8, 7, 6, 5, 4, 3, 2, 1]].map((list) => [list, (speech) => list.map((n) => speech.number(n)).join(", ")]),
    () => ({ least: 0, most: 100, list: 8, ask: "own.numbers" }),
  ),
];

/** What was typed, as a value of the range, or null for anything else. */
export function entered(typed: string, { least, most, list }: Range): number | number[] | null {
  const numbers = typed
    .split(/[\s,;]+/)
    .filter((one) => one !== "")
    .map((one) => (/^\d{1,9}$/.test(one) ? Number(one) : NaN));
  const fit = numbers.length >= 1 && numbers.length <= (list ?? 1) && numbers.every((n) => n >= least && n <= most);
  if (!fit) return null;
  return list === undefined ? (numbers[0] ?? null) : numbers;
}

export const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** What is given after a choice; a value that is the usual one anyway is not given. */
export function changed(given: RulesGiven, name: keyof Rules, value: unknown, seats: number): RulesGiven {
  const { [name]: _, ...rest } = given;
  const next = { ...rest, [name]: value } as RulesGiven;
  return fitting(same(inForce(rest, seats)[name], value) ? rest : next, seats);
}

/** Drops what no longer fits the number of seats or the other rules. */
export function fitting(given: RulesGiven, seats: number): RulesGiven {
  let kept = given;
  for (const { name, choices, range } of OPTIONS) {
    if (!(name in kept)) continue;
    const setting = { seats, rules: inForce(kept, seats), given: kept };
    const value = setting.rules[name];
    if (choices(setting).some(([offered]) => same(offered, value))) continue;
    if (range && same(entered(String(value), range(setting)), value)) continue;
    const { [name]: _, ...rest } = kept;
    kept = rest;
  }
  return kept;
}
