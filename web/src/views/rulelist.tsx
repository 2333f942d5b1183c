// The rules in plain words, as the options of one table make them.
import type { Rules } from "../api/contract";
import { useSpeech } from "../i18n/context";
import type { TextKey } from "../i18n/language";
import type { Speech } from "../i18n/speech";

export function RuleList({ rules }: { rules: Rules }) {
  const speech = useSpeech();
  return (
    <ul class="rules">
      {ruleSentences(rules, speech).map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}

/** Every rule of a table, one sentence or two each, in the order in which one meets them. */
export function ruleSentences(rules: Rules, speech: Speech): string[] {
  const { say } = speech;
  const { callSeconds } = rules;
  return [
    say("rules.goal"),
    say("rules.decks", { n: rules.decks }),
    rules.handSize === null ? say("rules.deal") : say("rules.dealN", { n: rules.handSize }),
    say("rules.start"),
    say("rules.turn", { n: rules.maxCards }),
    say("rules.order"),
    optionSentence("callers", rules, speech),
    say("rules.lie"),
    say("rules.truth"),
    optionSentence("afterCall", rules, speech),
    ...(rules.callers === "next" && callSeconds !== null ? [] : [optionSentence("callSeconds", rules, speech)]),
    ...(rules.chroniclers ? [say("rules.coloured"), say("rules.pale"), optionSentence("paleAlone", rules, speech)] : []),
    optionSentence("lastPlay", rules, speech),
    optionSentence("finish", rules, speech),
    optionSentence("points", rules, speech),
    say("rules.rounds", { n: rules.rounds }),
    ...(rules.target === null ? [] : [optionSentence("target", rules, speech)]),
    optionSentence("turnSeconds", rules, speech),
    say("rules.stalemate"),
  ];
}

/** What an option's value means, in one sentence. */
export function optionSentence(option: keyof Rules, rules: Rules, speech: Speech): string {
  const { say } = speech;
  switch (option) {
    case "decks":
      return say("rules.decks", { n: rules.decks });
    case "chroniclers":
      return `${say("rules.coloured")} ${say("rules.pale")}`;
    case "handSize":
      return rules.handSize === null ? say("rules.deal") : say("rules.dealN", { n: rules.handSize });
    case "afterCall":
      return say(`rules.${rules.afterCall}`);
    case "maxCards":
      return say("rules.turn", { n: rules.maxCards });
    case "callers":
      return say(`rules.${rules.callers}`);
    case "callSeconds":
      if (rules.callSeconds === null) return say("rules.allAnswer");
      return rules.callSeconds === 0 || rules.callers === "next" ? say("rules.noWindow") : say("rules.window", { n: rules.callSeconds });
    case "lastPlay":
      return say(`rules.${rules.lastPlay}`);
    case "finish":
      return say(`rules.${rules.finish}`);
    case "points":
      return say("rules.points", { points: rules.points.map((one) => speech.number(one)).join(", ") });
    case "rounds":
      return say("rules.rounds", { n: rules.rounds });
    case "target":
      return rules.target === null ? say("rules.noTarget") : say("rules.target", { n: rules.target });
    case "paleAlone":
      return say(rules.paleAlone ? "rules.paleAlone" : "rules.paleBeside");
    case "turnSeconds":
      return rules.turnSeconds === 0 ? say("rules.noClock") : say("rules.clock", { time: duration(rules.turnSeconds, speech) });
  }
}

/** A length of time with the unit that fits: 90 seconds, 5 minutes, 1 day. */
export function duration(seconds: number, { say }: Speech): string {
  const units: [number, TextKey][] = [
    [86400, "val.days"],
    [3600, "val.hours"],
    [60, "val.minutes"],
    [1, "val.seconds"],
  ];
  const [length, unit] = units.find(([length]) => seconds >= length && seconds % length === 0) ?? [1, "val.seconds"];
  return say(unit, { n: seconds / length });
}
