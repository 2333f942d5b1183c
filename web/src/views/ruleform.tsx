// All options of a table: a value for each, and one plain sentence on what it does.
import { useEffect, useRef, useState } from "preact/hooks";
import type { Rules, RulesGiven } from "../api/contract";
import { useSpeech } from "../i18n/context";
import { changed, entered, inForce, OPTIONS, same, type Option, type Range } from "./options";
import { optionSentence } from "./rulelist";

interface Props {
  seats: number;
  given: RulesGiven;
  onChange(change: (given: RulesGiven) => RulesGiven): void;
  /** Told which options hold something that is no value, whenever that changes. */
  onWrong(change: (wrong: readonly string[]) => readonly string[]): void;
}

export function RuleForm({ seats, given, onChange, onWrong }: Props) {
  const rules = inForce(given, seats);
  return (
    <div class="ruleform">
      {OPTIONS.map((option) => (
        <OptionRow
          key={option.name}
          option={option}
          setting={{ seats, rules, given }}
          onValue={(value) => onChange((now) => changed(now, option.name, value, seats))}
          onWrong={(wrong) => onWrong((all) => [...all.filter((name) => name !== option.name), ...(wrong ? [option.name] : [])])}
        />
      ))}
    </div>
  );
}

interface RowProps {
  option: Option;
  setting: Parameters<Option["choices"]>[0];
  onValue(value: unknown): void;
  onWrong(wrong: boolean): void;
}

/** In the list of choices: a value of one's own. */
const OWN = "own";

function OptionRow({ option: { name, choices, range }, setting, onValue, onWrong }: RowProps) {
  const speech = useSpeech();
  const { rules } = setting;
  const offered = choices(setting);
  const limits = range?.(setting);
  const open = limits !== undefined && limits.most >= limits.least;
  const at = offered.findIndex(([value]) => same(value, rules[name]));
  const [wanted, setWanted] = useState(false);
  const own = open && (wanted || at < 0);
  if (offered.length < 2 && !open) return null;
  return (
    <div class="option">
      <label for={`option-${name}`}>{speech.say(`opt.${name}`)}</label>
      <select
        id={`option-${name}`}
        class="field"
        value={own ? OWN : String(at)}
        aria-describedby={`about-${name}`}
        onChange={(event) => {
          const { value } = event.currentTarget;
          setWanted(value === OWN);
          if (value !== OWN) onValue(offered[Number(value)]?.[0]);
        }}
      >
        {offered.map(([, label], i) => (
          <option key={i} value={String(i)}>
            {label(speech)}
          </option>
        ))}
        {open && <option value={OWN}>{speech.say("val.own")}</option>}
      </select>
      {own && <OwnValue name={name} value={rules[name]} range={limits} onValue={onValue} onWrong={onWrong} />}
      <p class="soft small" id={`about-${name}`}>
        {optionSentence(name, rules, speech)}
      </p>
    </div>
  );
}

interface OwnProps {
  name: keyof Rules;
  value: unknown;
  range: Range;
  onValue(value: unknown): void;
  onWrong(wrong: boolean): void;
}

/** A field for a value that is not offered. As long as it is there, what it says counts. */
function OwnValue({ name, value, range, onValue, onWrong }: OwnProps) {
  const { say } = useSpeech();
  const [typed, setTyped] = useState(() => (Array.isArray(value) ? value.join(", ") : typeof value === "number" ? String(value) : ""));
  const field = useRef<HTMLInputElement>(null);
  const read = entered(typed, range);
  const wrong = read === null;

  useEffect(() => field.current?.focus(), []);
  useEffect(() => {
    // What was dropped while it did not fit comes back with the limits that it fits.
    if (read !== null && !same(read, value)) onValue(read);
  }, [JSON.stringify(read), JSON.stringify(value)]);
  useEffect(() => {
    onWrong(wrong);
    return () => onWrong(false);
  }, [wrong]);

  const { least, most, list, ask } = range;
  return (
    <>
      <input
        class="field"
        ref={field}
        {...(list === undefined ? { type: "number", min: least, max: most, step: 1 } : { type: "text" })}
        inputMode="numeric"
        value={typed}
        aria-label={`${say(`opt.${name}`)}: ${say("val.own")}`}
        aria-describedby={`own-${name}`}
        aria-invalid={wrong}
        onInput={(event) => setTyped(event.currentTarget.value)}
      />
      <p class={wrong && typed !== "" ? "wrong small" : "soft small"} id={`own-${name}`} aria-live="polite">
        {say(ask, { least, most, n: list ?? 1 })}
      </p>
    </>
  );
}
