// Check the deal: the browser makes it again, and shows line by line what it found.
import { useEffect, useState } from "preact/hooks";
import { Problem } from "../api/problem";
import { useSpeech } from "../i18n/context";
import { refusal } from "../i18n/refusal";
import { SeenDeals } from "../store/seen";
import type { Finding } from "../verify/check";
import { Icon } from "./icons";
import { usePlay } from "./play";

type Outcome = { kind: "running" } | { kind: "failed"; why: string } | { kind: "done"; findings: Finding[]; seed: string };

export function Check({ round }: { round: number }) {
  const speech = useSpeech();
  const { say } = speech;
  const { table, view, state, me } = usePlay();
  const [outcome, setOutcome] = useState<Outcome>({ kind: "running" });

  useEffect(() => {
    let wanted = true;
    const run = async (): Promise<Outcome> => {
      const { check } = await import("../verify/check");
      const opened = await table.games.round(view.id, round);
      const before = round > 1 ? await table.games.round(view.id, round - 1) : null;
      const seen = new SeenDeals(localStorage).of(view.id);
      const findings = await check({ round: opened, before, events: state.events, rules: view.rules, seen, me });
      return { kind: "done", findings, seed: opened.seed };
    };
    run()
      .catch((fault: unknown): Outcome => ({ kind: "failed", why: refusal(fault instanceof Problem ? fault.code : String(fault), speech) }))
      .then((found) => wanted && setOutcome(found));
    return () => {
      wanted = false;
    };
  }, [round]);

  return (
    <div class="check">
      <p>{say("check.intro")}</p>
      <div aria-live="polite">
        <Outcome outcome={outcome} />
      </div>
    </div>
  );
}

function Outcome({ outcome }: { outcome: Outcome }) {
  const { say } = useSpeech();
  switch (outcome.kind) {
    case "running":
      return <p>{say("check.running")}</p>;
    case "failed":
      return <p class="wrong">{say("check.failed", { why: outcome.why })}</p>;
    case "done": {
      const bad = outcome.findings.some(({ right }) => right === false);
      const all = outcome.findings.every(({ right }) => right !== null);
      const command = `go run ./functions/local verify ${location.origin}${location.pathname}`;
      return (
        <>
          <p class={bad ? "verdict wrong" : "verdict right"}>
            <Icon name={bad ? "cross" : "shield"} />
            {say(bad ? "check.bad" : all ? "check.ok" : "check.okPart")}
          </p>
          <ul class="findings">
            {outcome.findings.map(({ text, params, right }) => (
              <li key={text} class={right === false ? "wrong" : right ? "right" : "soft"}>
                <Icon name={right === false ? "cross" : right ? "check" : "eye"} />
                <span>
                  {say(text, { command, ...params })} {right === null && text !== "check.bots" && `(${say("check.skipped")})`}
                  {right === false && <b> {say("check.bad")}</b>}
                </span>
              </li>
            ))}
          </ul>
          <p class="soft small">{say("check.seed")}</p>
          <p class="seed">{outcome.seed}</p>
        </>
      );
    }
  }
}
