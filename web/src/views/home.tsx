// The front: play at once, make a table, find one's own, sit down at an open one.
import { useRef, useState } from "preact/hooks";
import type { Client } from "../api/client";
import { LEVELS, type Level, type MyGame, type NewGame, type RulesGiven } from "../api/contract";
import { Games } from "../api/games";
import { Problem } from "../api/problem";
import { OpenCard } from "../cards/card";
import { useSpeech } from "../i18n/context";
import { refusal } from "../i18n/refusal";
import { newEntropy } from "../store/seen";
import { loadSettings, saveSettings } from "../store/settings";
import type { Tokens } from "../store/tokens";
import { LanguageChoice } from "./bar";
import { Dialog } from "./dialog";
import { MyTable, MyTables, OpenTables } from "./lists";
import { useOffline } from "./notices";
import { defaults, fitting } from "./options";
import { RuleForm } from "./ruleform";
import { RuleList } from "./rulelist";

interface Props {
  client: Client;
  tokens: Tokens;
  onOpen(id: string): void;
}

export function Home({ client, tokens, onOpen }: Props) {
  const speech = useSpeech();
  const { say } = speech;
  const saved = loadSettings(localStorage);
  const offline = useOffline();
  const [name, setName] = useState(saved.name);
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState("");
  const [reading, setReading] = useState(false);
  const [waiting, setWaiting] = useState<MyGame>();

  const create = async (game: Omit<NewGame, "name">, change: Parameters<typeof saveSettings>[1]) => {
    if (busy) return;
    setBusy(true);
    setWrong("");
    const token = tokens.own();
    try {
      const called = name.trim() || say("home.guest");
      saveSettings(localStorage, { ...change, name: name.trim() });
      const { game: view } = await new Games(client, token).create({ ...game, name: called, entropy: newEntropy() });
      tokens.sit(view.id, token);
      onOpen(view.id);
    } catch (fault) {
      if (!(fault instanceof Problem)) throw fault;
      setWrong(refusal(fault.code, speech));
      setBusy(false);
    }
  };

  return (
    <main class="home" id="main">
      <header class="hero">
        <div class="hero-cards" aria-hidden="true">
          {["7l", "Ub", "Oh", "Aa"].map((card) => (
            <OpenCard key={card} card={card} />
          ))}
        </div>
        <div class="hero-text">
          <h1>{say("brand")}</h1>
          <p>{say("tagline")}</p>
          <button type="button" class="quiet" onClick={() => setReading(true)}>
            {say("rules.title")}
          </button>
        </div>
      </header>
      {offline && (
        <p class="notice bad" role="status">
          {say("conn.offline")}
        </p>
      )}
      {waiting && (
        <ul class="tables">
          <MyTable game={waiting} onOpen={onOpen} />
        </ul>
      )}
      <div role="alert">{wrong && <p class="notice bad">{wrong}</p>}</div>
      <div class="home-columns">
        <div class="column">
          <label class="labelled">
            <span>{say("home.name")}</span>
            <input
              class="field"
              value={name}
              maxLength={24}
              autoComplete="nickname"
              placeholder={say("home.guest")}
              onInput={(event) => setName(event.currentTarget.value)}
            />
          </label>
          <PlayNow busy={busy} onCreate={create} />
          <WithFriends busy={busy} onCreate={create} />
        </div>
        <div class="column">
          <MyTables client={client} tokens={tokens} onOpen={onOpen} onWaiting={setWaiting} />
          <OpenTables client={client} onOpen={onOpen} />
          <LanguageChoice />
        </div>
      </div>
      {reading && (
        <Dialog title={say("rules.title")} onClose={() => setReading(false)}>
          <RuleList rules={{ ...defaults(4), chroniclers: true }} />
        </Dialog>
      )}
    </main>
  );
}

interface CreateProps {
  busy: boolean;
  onCreate(game: Omit<NewGame, "name">, change: Parameters<typeof saveSettings>[1]): void;
}

function PlayNow({ busy, onCreate }: CreateProps) {
  const { say, number } = useSpeechParts();
  const saved = loadSettings(localStorage);
  const [level, setLevel] = useState<Level>(saved.level);
  const [opponents, setOpponents] = useState(saved.opponents);
  return (
    <section class="panel now" aria-label={say("home.now")}>
      <h2>{say("home.bots")}</h2>
      <div class="row wrap pickers">
        <Picker<number> label={say("home.opponents")} name="opponents" values={[1, 2, 3]} value={opponents} text={number} onPick={setOpponents} />
        <Picker<Level> label={say("home.level")} name="level" values={LEVELS} value={level} text={(one) => say(`level.${one}`)} onPick={setLevel} />
      </div>
      <button
        type="button"
        class="button primary big"
        aria-disabled={busy}
        onClick={() => onCreate({ seats: opponents + 1, bots: Array.from({ length: opponents }, () => level) }, { level, opponents })}
      >
        {say("home.now")}
      </button>
    </section>
  );
}

function WithFriends({ busy, onCreate }: CreateProps) {
  const { say, number } = useSpeechParts();
  const [seats, setSeats] = useState(4);
  const [given, setGiven] = useState<RulesGiven>({});
  const [listed, setListed] = useState(false);
  const [wrong, setWrong] = useState<readonly string[]>([]);
  const more = useRef<HTMLDetailsElement>(null);
  const pick = (n: number) => {
    setSeats(n);
    setGiven(fitting(given, n));
  };
  const make = () => {
    if (wrong.length === 0) return onCreate({ seats, listed, rules: given }, {});
    if (more.current) more.current.open = true;
    more.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  };
  return (
    <section class="panel" aria-label={say("home.friends")}>
      <h2>{say("home.friends")}</h2>
      <p class="soft">{say("home.friendsHint")}</p>
      <Picker<number> label={say("home.players")} name="seats" values={[2, 3, 4, 5, 6, 7, 8]} value={seats} text={number} onPick={pick} />
      <label class="tick">
        <input type="checkbox" checked={listed} onChange={(event) => setListed(event.currentTarget.checked)} />
        <span>{say("home.listed")}</span>
      </label>
      <details class="more" ref={more}>
        <summary>{say("home.more")}</summary>
        <RuleForm seats={seats} given={given} onChange={setGiven} onWrong={setWrong} />
      </details>
      <button type="button" class="button big" aria-disabled={busy} aria-describedby="make-why" onClick={make}>
        {say("home.make")}
      </button>
      <p class="wrong small centred" id="make-why" role="status">
        {wrong.length > 0 && say("own.wrong")}
      </p>
    </section>
  );
}

interface PickerProps<T> {
  label: string;
  name: string;
  values: readonly T[];
  value: T;
  text(value: T): string;
  onPick(value: T): void;
}

/** A few values side by side, one of them chosen. */
function Picker<T extends string | number>({ label, name, values, value, text, onPick }: PickerProps<T>) {
  return (
    <fieldset class="picker">
      <legend>{label}</legend>
      <div class="picker-values">
        {values.map((one) => (
          <label key={one}>
            <input type="radio" name={name} checked={one === value} onChange={() => onPick(one)} />
            <span>{text(one)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function useSpeechParts() {
  const speech = useSpeech();
  return { say: speech.say, number: (value: number) => speech.number(value) };
}
