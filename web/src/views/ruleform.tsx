// All options of a table: a value for each, and one plain sentence on what it does.
import type { Rules, RulesGiven } from "../api/contract";
import { useSpeech } from "../i18n/context";
import type { TextKey } from "../i18n/language";
import type { Speech } from "../i18n/speech";
import { duration, optionSentence } from "./rulelist";

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

type Choice<K extends keyof Rules> = readonly [Rules[K], (speech: Speech) => string];

interface Option<K extends keyof Rules = keyof Rules> {
  name: K;
  /** The values to choose from, for this many seats and these other rules. */
  choices(seats: number, rules: Rules): readonly Choice<K>[];
}

const text =
  (key: TextKey) =>
  ({ say }: Speech) =>
    say(key);
const number = (value: number) => (speech: Speech) => speech.number(value);
const time = (seconds: number) => (speech: Speech) => duration(seconds, speech);
const option = <K extends keyof Rules>(name: K, choices: (seats: number, rules: Rules) => readonly Choice<K>[]): Option =>
  ({ name, choices }) as unknown as Option;

/** In the order in which they matter to somebody who sets up a table. */
const options: readonly Option[] = [
  option("rounds", () => [1, 2, 3, 4, 5, 6, 8, 10, 20, 50].map((n) => [n, number(n)])),
  option("target", () => [[null, text("val.noTarget")], ...[10, 15, 20, 30, 50].map((n): Choice<"target"> => [n, ({ say }) => say("val.points", { n })])]),
  option("chroniclers", () => [[false, text("val.no")], [true, text("val.yes")]]),
  option("paleAlone", (_, rules) => (rules.chroniclers ? [[false, text("val.beside")], [true, text("val.alone")]] : [])),
  option("callSeconds", (_, rules) => [
    [0, text("val.noWindow")],
    ...[3, 5, 10, 20, 60].filter(() => rules.callers === "anyone").map((n): Choice<"callSeconds"> => [n, time(n)]),
    [null, text("val.allAnswer")],
  ]),
  option("turnSeconds", () => [[0, text("val.noClock")], ...[30, 60, 300, 3600, 86400, 259200, 604800].map((n): Choice<"turnSeconds"> => [n, time(n)])]),
  option("callers", () => [["anyone", text("val.anyone")], ["next", text("val.next")]]),
  option("afterCall", () => [["continue", text("val.continue")], ["repeat", text("val.repeat")], ["restart", text("val.restart")]]),
  option("lastPlay", () => [["callable", text("val.callable")], ["final", text("val.final")]]),
  option("finish", () => [["firstOut", text("val.firstOut")], ["playOn", text("val.playOn")]]),
  option("decks", (seats) => [...(seats <= 4 ? [[1, text("val.one")] as const] : []), [2, text("val.two")]]),
  option("maxCards", (_, rules) => [[4, number(4)], ...(rules.decks === 2 ? [[8, number(8)] as const] : [])]),
  option("handSize", (seats, rules) => {
    const most = Math.floor((rules.decks * (rules.chroniclers ? 34 : 32)) / seats);
    const sizes = [3, 4, 5, 6, 7, 8, 9, 10, 12, 16].filter((n) => n <= most);
    return [[null, text("val.all")], ...sizes.map((n): Choice<"handSize"> => [n, number(n)])];
  }),
  option("points", () => [[4, 3, 2], [1], [3, 2, 1], [8, 7, 6, 5, 4, 3, 2, 1]].map((list) => [list, (speech) => list.map((n) => speech.number(n)).join(", ")])),
];

interface Props {
  seats: number;
  given: RulesGiven;
  onChange(given: RulesGiven): void;
}

export function RuleForm({ seats, given, onChange }: Props) {
  const speech = useSpeech();
  const rules = inForce(given, seats);
  return (
    <div class="ruleform">
      {options.map(({ name, choices }) => {
        const offered = choices(seats, rules);
        if (offered.length < 2) return null;
        const at = offered.findIndex(([value]) => JSON.stringify(value) === JSON.stringify(rules[name]));
        return (
          <div class="option" key={name}>
            <label for={`option-${name}`}>{speech.say(`opt.${name}`)}</label>
            <select
              id={`option-${name}`}
              class="field"
              value={String(at)}
              aria-describedby={`about-${name}`}
              onChange={(event) => onChange(changed(given, name, offered[Number(event.currentTarget.value)]?.[0], seats))}
            >
              {offered.map(([, label], i) => (
                <option key={i} value={String(i)}>
                  {label(speech)}
                </option>
              ))}
            </select>
            <p class="soft small" id={`about-${name}`}>
              {optionSentence(name, rules, speech)}
            </p>
          </div>
        );
      })}
    </div>
  );
}

/** What is given after a choice; a value that is the usual one anyway is not given. */
function changed(given: RulesGiven, name: keyof Rules, value: unknown, seats: number): RulesGiven {
  const { [name]: _, ...rest } = given;
  const next = { ...rest, [name]: value } as RulesGiven;
  const usual = inForce(rest, seats)[name];
  return fitting(JSON.stringify(usual) === JSON.stringify(value) ? rest : next, seats);
}

/** Drops what no longer fits the number of seats or the other rules. */
export function fitting(given: RulesGiven, seats: number): RulesGiven {
  let kept = given;
  for (const { name, choices } of options) {
    if (!(name in kept)) continue;
    const rules = inForce(kept, seats);
    const offered = choices(seats, rules);
    if (offered.some(([value]) => JSON.stringify(value) === JSON.stringify(rules[name]))) continue;
    const { [name]: _, ...rest } = kept;
    kept = rest;
  }
  return kept;
}
