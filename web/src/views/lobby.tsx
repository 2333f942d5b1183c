// A table that still waits for players: invite, sit down, start.
import { useState } from "preact/hooks";
import type { Seat } from "../api/contract";
import { useSpeech } from "../i18n/context";
import { loadSettings, saveSettings } from "../store/settings";
import { Avatar } from "./avatar";
import { Icon } from "./icons";
import { LinkBox } from "./link";
import { usePlay } from "./play";
import { RuleList } from "./rulelist";
import { isRematch } from "./visit";

export function Lobby() {
  const { say } = useSpeech();
  const { view, me, story, state } = usePlay();
  const taken = view.seats.filter((seat) => seat.kind !== "empty").length;
  const joinable = view.actions.includes("join");
  return (
    <main class="lobby" id="main">
      <h1>{say("lobby.title", { name: view.seats[view.host]?.name ?? "?" })}</h1>
      {joinable && <Join />}
      {me === null && !joinable && <p>{say("lobby.full")}</p>}
      {me !== null && taken < view.seats.length && (
        <section class="panel">
          <h2>{say("invite.title")}</h2>
          <p class="soft">{say("invite.hint")}</p>
          {isRematch() && <p class="soft">{say("lobby.rematch")}</p>}
          <LinkBox url={`${location.origin}/g/${view.id}`} label={say("invite.link")} title={say("lobby.title", { name: story.proper(view.host) })} />
        </section>
      )}
      <section class="panel">
        <h2>{say("home.seats", { taken, seats: view.seats.length })}</h2>
        <ul class="lobby-seats">
          {view.seats.map((seat) => (
            <LobbySeat key={seat.seat} seat={seat} />
          ))}
        </ul>
        {me !== null && <Start taken={taken} />}
        {me !== null && <p class="soft small">{say("lobby.auto")}</p>}
        {me !== null && me !== view.host && <p class="soft small">{say("lobby.waitHost", { name: story.proper(view.host) })}</p>}
      </section>
      <section class="panel">
        <details open={joinable}>
          <summary>{say("rules.here")}</summary>
          <RuleList rules={view.rules} />
        </details>
      </section>
      <p class="hidden" aria-live="polite">
        {story.lines(state.events).at(-1)?.text}
      </p>
    </main>
  );
}

function LobbySeat({ seat }: { seat: Seat }) {
  const { say } = useSpeech();
  const { view, me, table, state } = usePlay();
  if (seat.kind === "empty") {
    return (
      <li class="lobby-seat empty">
        <span class="avatar" aria-hidden="true">
          <Icon name="plus" />
        </span>
        <span class="soft">{say("lobby.free")}</span>
      </li>
    );
  }
  const notes = [
    seat.seat === view.host && say("lobby.host"),
    seat.seat === me && say("lobby.you"),
    seat.level && say("level.bot", { level: say(`level.${seat.level}`) }),
  ].filter(Boolean);
  return (
    <li class="lobby-seat">
      <Avatar seat={seat} />
      <span>
        <b>{seat.name}</b> <small class="soft">{notes.join(", ")}</small>
      </span>
      {me === view.host && seat.seat !== me && seat.kind === "human" && (
        <button
          type="button"
          class="round"
          aria-label={say("lobby.kick", { name: seat.name ?? "" })}
          aria-disabled={state.busy !== null}
          onClick={() => table.free(seat.seat)}
        >
          <Icon name="cross" />
        </button>
      )}
    </li>
  );
}

function Start({ taken }: { taken: number }) {
  const { say } = useSpeech();
  const { view, me, table, state } = usePlay();
  if (me !== view.host) return null;
  const free = view.seats.length - taken;
  const busy = state.busy !== null;
  const level = loadSettings(localStorage).level;
  return (
    <div class="row wrap">
      {view.actions.includes("start") && (
        <button type="button" class="button primary grow" aria-disabled={busy} onClick={() => table.startGame([])}>
          {say("lobby.start", { n: taken })}
        </button>
      )}
      {free > 0 && (
        <button type="button" class="button grow" aria-disabled={busy} onClick={() => table.startGame(Array.from({ length: free }, () => level))}>
          <Icon name="bot" />
          {say("lobby.fill", { n: free })}
        </button>
      )}
      {!view.actions.includes("start") && <p class="soft small">{say("lobby.needTwo")}</p>}
    </div>
  );
}

function Join() {
  const { say } = useSpeech();
  const { table, state } = usePlay();
  const [name, setName] = useState(loadSettings(localStorage).name);
  const [asked, setAsked] = useState(false);
  return (
    <form
      class="panel join"
      onSubmit={async (event) => {
        event.preventDefault();
        setAsked(true);
        if (!name.trim() || state.busy) return;
        saveSettings(localStorage, { name: name.trim() });
        await table.join(name.trim());
      }}
    >
      <h2>{say("lobby.invited")}</h2>
      <p class="soft">{say("tagline")}</p>
      <label class="labelled">
        <span>{say("home.name")}</span>
        <input
          class="field"
          value={name}
          maxLength={24}
          autoComplete="nickname"
          aria-invalid={asked && !name.trim()}
          onInput={(event) => setName(event.currentTarget.value)}
        />
      </label>
      {asked && !name.trim() && (
        <p class="wrong" role="alert">
          {say("home.nameMissing")}
        </p>
      )}
      <button type="submit" class="button primary big" aria-disabled={state.busy !== null}>
        {say("lobby.join")}
      </button>
    </form>
  );
}
