// One table, in whatever state it is.
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { Story } from "../game/story";
import type { Table, TableState } from "../game/table";
import { useSpeech } from "../i18n/context";
import { Actions } from "./actions";
import { Bar } from "./bar";
import { Hand } from "./hand";
import { useNow, useStore } from "./hooks";
import { Lobby } from "./lobby";
import { Log } from "./log";
import { Middle } from "./middle";
import { fly } from "./motion";
import { Notices, useOffline } from "./notices";
import { PlayContext, usePlay, type Play } from "./play";
import { Result } from "./result";
import { Seats } from "./seats";
import { useTabTitle } from "./tabtitle";
import { Track } from "./track";

interface Props {
  table: Table;
  onHome(): void;
  onRematch(id: string): void;
}

export function TablePage({ table, onHome, onRematch }: Props) {
  const speech = useSpeech();
  const state = useStore(table);
  const { view } = state;
  const clock = view?.deadline != null || view?.pile.lastPlay?.until != null;
  const now = useNow(clock, state.skew);
  const play = useMemo<Play | null>(
    () => view && { table, state, view, now, me: view.you?.seat ?? null, story: new Story(speech, view) },
    [table, state, view, now, speech],
  );
  useTabTitle(state, speech);
  const offline = useOffline();
  if (state.gone) return <Gone why={state.gone} onHome={onHome} />;
  if (!play || !view) return <Waiting text={speech.say(offline ? "conn.offline" : state.retrying ? "conn.retry" : "loading")} onHome={onHome} />;
  return (
    <PlayContext.Provider value={play}>
      <Bar onHome={onHome} />
      <Notices />
      {view.status === "lobby" ? (
        <Lobby />
      ) : view.status === "cancelled" ? (
        <main class="lobby" id="main">
          <h1>{speech.say("status.cancelled")}</h1>
          <p>{speech.say("lobby.cancelled")}</p>
          <button type="button" class="button primary" onClick={onHome}>
            {speech.say("home.back")}
          </button>
        </main>
      ) : (
        <Board onRematch={onRematch} />
      )}
    </PlayContext.Provider>
  );
}

function Waiting({ text, onHome }: { text: string; onHome(): void }) {
  const { say } = useSpeech();
  return (
    <main class="lobby" id="main">
      <h1 class="hidden">{say("brand")}</h1>
      <p class="waiting" role="status">
        {text}
      </p>
      <button type="button" class="quiet" onClick={onHome}>
        {say("home.back")}
      </button>
    </main>
  );
}

function Gone({ why, onHome }: { why: NonNullable<TableState["gone"]>; onHome(): void }) {
  const { say } = useSpeech();
  return (
    <main class="lobby" id="main">
      <h1>{say("gone.title")}</h1>
      <p>{say(why === "expired" ? "gone.expired" : "gone.text")}</p>
      <button type="button" class="button primary" onClick={onHome}>
        {say("home.back")}
      </button>
    </main>
  );
}

function Board({ onRematch }: { onRematch(id: string): void }) {
  const { say } = useSpeech();
  const play: Play = useBoard();
  const { view, state } = play;
  const over = (view.status === "roundOver" || view.status === "finished") && !state.moving;
  const hand = view.you?.hand ?? [];
  const [chosen, setChosen] = useState<number[]>([]);
  const lies = hand.join();
  // Places mean nothing in another hand.
  useLayoutEffect(() => setChosen([]), [lies]);

  return (
    <main class={over ? "board over" : "board"} id="main">
      <h1 class="hidden">{say("brand")}</h1>
      <section class="felt" aria-label={say("status.playing")}>
        {over ? (
          <Result />
        ) : (
          <>
            <Seats />
            <Middle />
          </>
        )}
      </section>
      {!over && (
        <div class="mine">
          <Track />
          <Hand chosen={chosen} onChoose={setChosen} />
        </div>
      )}
      <Actions chosen={chosen.flatMap((at) => hand[at] ?? [])} onPlayed={() => setChosen([])} onRematch={onRematch} />
      <aside class="side" aria-label={say("log.title")} tabIndex={0}>
        <h2>{say("log.title")}</h2>
        <Log />
      </aside>
      <Announcer />
    </main>
  );
}

/** The table, with its cards set flying at each step. */
function useBoard(): Play {
  const play = usePlay();
  const { state, me } = play;
  const done = useRef(state.step);
  useLayoutEffect(() => {
    if (done.current === state.step) return;
    done.current = state.step;
    const { event } = state;
    const at = (seat: number) => document.querySelector(`[data-seat="${seat}"]`);
    const pile = document.querySelector("[data-pile]");
    if (event?.type === "played") fly(at(event.seat), pile, event.count);
    if (event?.type === "called") fly(pile, at(event.taker), event.taken);
    if (event?.type === "paleShown") fly(pile, at(event.seat), event.taken);
    if (event?.type === "dealt") for (const seat of play.view.seats) if (seat.seat !== me) fly(pile, at(seat.seat), 3);
  }, [state.step]);
  return play;
}

/** Tells a screen reader what happened, sentence by sentence. */
function Announcer() {
  const { state, story, me } = usePlay();
  const speech = useSpeech();
  const [said, setSaid] = useState<string[]>([]);
  const turn = state.view?.turn;
  useEffect(() => {
    const sentence = state.event && story.sentence(state.event);
    if (sentence) setSaid((before) => [...before, sentence].slice(-4));
  }, [state.step]);
  useEffect(() => {
    if (turn && turn.seat === me && !state.moving) setSaid((before) => [...before, speech.say("turn.you", { rank: speech.due(turn.rank) })].slice(-4));
  }, [turn?.seat, turn?.rank, state.moving]);
  return (
    <div class="hidden" role="log" aria-live="polite">
      {said.map((sentence, i) => (
        <p key={`${i}-${sentence}`}>{sentence}</p>
      ))}
    </div>
  );
}
