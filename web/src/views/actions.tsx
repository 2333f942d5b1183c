// What there is to do now: one sentence, the buttons that the server offers,
// and why one of them has to wait.
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Action, Card } from "../api/contract";
import { isWrong } from "../cards/deck";
import { useSpeech } from "../i18n/context";
import type { Speech } from "../i18n/speech";
import { secondsUntil } from "./hooks";
import { usePlay, type Play } from "./play";

interface Props {
  chosen: readonly Card[];
  onPlayed(): void;
  onRematch(id: string): void;
}

export function Actions({ chosen, onPlayed, onRematch }: Props) {
  const speech = useSpeech();
  const play = usePlay();
  const { table, state, view } = play;
  const bar = useRef<HTMLDivElement>(null);
  const offered = (action: Action) => view.actions.includes(action) && !state.moving;
  const busy = state.busy !== null;
  const [title, text] = sentences(play, speech);
  // While there is a question to answer, putting cards down waits until one is chosen.
  const playing = offered("play") && (chosen.length > 0 || !offered("call"));
  const reason = playing ? whyNotPlay(play, speech, chosen) : null;
  const rank = view.turn?.rank;

  // A button that goes away takes the focus along: keep it in the bar.
  const held = useRef(false);
  useLayoutEffect(() => {
    if (held.current && document.activeElement === document.body) bar.current?.focus();
  });

  return (
    <div
      class="actions"
      ref={bar}
      tabIndex={-1}
      onFocusIn={() => (held.current = true)}
      onFocusOut={(event) => (held.current = event.relatedTarget === null)}
    >
      <div class="ask">
        <p class="ask-title">{title}</p>
        <p class="ask-text" id="why">
          {reason ?? (playing ? worth(play, speech, chosen) : text) ?? "\u00a0"}
        </p>
      </div>
      <div class="buttons">
        {offered("call") && (
          <button type="button" class="button cheat" data-act="call" aria-disabled={busy} onClick={() => !busy && table.call()}>
            {speech.say("act.call")}
          </button>
        )}
        {offered("accept") && (
          <button type="button" class="button" data-act="accept" aria-disabled={busy} onClick={() => !busy && table.accept()}>
            {speech.say("act.accept")}
          </button>
        )}
        {playing && (
          <button
            type="button"
            class="button primary play"
            data-act="play"
            aria-disabled={busy || reason !== null}
            aria-describedby="why"
            onClick={async () => {
              if (busy || reason !== null) return;
              if (await table.play([...chosen])) onPlayed();
            }}
          >
            {rank && chosen.length > 0 ? speech.say("act.play", { what: speech.announce(chosen.length, rank) }) : speech.say("act.playNone")}
          </button>
        )}
        {offered("deal") && (
          <button type="button" class="button primary" data-act="deal" aria-disabled={busy} onClick={() => !busy && table.deal()}>
            {speech.say("act.deal")}
          </button>
        )}
        {offered("rematch") && (
          <button
            type="button"
            class="button primary"
            data-act="rematch"
            aria-disabled={busy}
            onClick={async () => {
              const id = busy ? null : await table.rematch();
              if (id) onRematch(id);
            }}
          >
            {speech.say(view.rematch ? "end.toRematch" : "act.rematch")}
          </button>
        )}
      </div>
    </div>
  );
}

/** Why the cards may not be put down now, or null. The server has the last word. */
function whyNotPlay({ view, now }: Play, speech: Speech, chosen: readonly Card[]): string | null {
  const { maxCards, paleAlone } = view.rules;
  const most = Math.min(maxCards, view.you?.hand.length ?? maxCards);
  if (chosen.length === 0) return speech.say("why.choose", { n: most, rank: view.turn ? speech.due(view.turn.rank) : "" });
  if (chosen.length > maxCards) return speech.say("why.tooMany", { n: maxCards });
  if (paleAlone && chosen.length > 1 && chosen.includes("Pc")) return speech.say("why.pale");
  const left = secondsUntil(view.pile.lastPlay?.until, now);
  if (left !== null && left > 0) return speech.say("why.window", { time: speech.span(left) });
  return null;
}

/** What a call of the chosen cards would mean. */
function worth({ view }: Play, speech: Speech, chosen: readonly Card[]): string | null {
  const rank = view.turn?.rank;
  if (!rank) return null;
  if (chosen.some((card) => isWrong(card, rank))) return speech.say("play.lie");
  return speech.say(chosen.includes("Pc") ? "play.pale" : "play.true");
}

/** The one thing to say now, and what explains it. */
function sentences(play: Play, speech: Speech): [string, string | null] {
  const { view, me, story, state, now } = play;
  const { say } = speech;
  const { stage } = state;
  if (stage?.kind === "called" && stage.phase !== "done") return [story.called(stage.event), null];
  const last = view.pile.lastPlay;
  const mayCall = view.actions.includes("call");
  const left = secondsUntil(last?.until, now);
  switch (view.status) {
    case "roundOver": {
      const next = secondsUntil(view.deadline, now);
      return [say("status.roundOver"), next === null ? null : say("end.nextIn", { time: speech.span(next) })];
    }
    case "finished":
      return [view.round > 1 ? story.match(view.winners) : say("status.finished"), null];
    case "lastCall": {
      if (last?.seat === me) return [say("last.title"), say("last.mine")];
      const emptied = last !== null && view.seats[last.seat]?.cards === 0;
      const what = last ? story.said(last.seat, speech.announce(last.count, last.rank)) : "";
      if (!mayCall) return [say("last.title"), `${what}. ${say("last.wait")}`];
      return [say("last.title"), `${what}. ${emptied ? say("last.ask", { name: story.proper(last.seat) }) : say("last.limit")}`];
    }
  }
  if (me === null) return [say("watching"), turnLine(play, speech)];
  const mine = view.turn?.seat === me;
  if (mayCall && last) {
    const ask = say("ask.call", { name: story.proper(last.seat), what: speech.announce(last.count, last.rank) });
    if (mine) return [turnLine(play, speech), ask];
    return [ask, left !== null && left > 0 ? say("why.windowCall", { time: speech.span(left) }) : turnLine(play, speech)];
  }
  if (mine) return [turnLine(play, speech), null];
  if (view.you?.hand.length === 0 && last?.seat !== me) return [turnLine(play, speech), say("why.out")];
  const answered = view.seats[me]?.answered && last?.callable;
  return [turnLine(play, speech), answered ? say("why.answered") : state.moving ? null : say("why.wait")];
}

function turnLine({ view, me, story }: Play, speech: Speech): string {
  const { turn } = view;
  if (turn && turn.seat === me) return speech.say("turn.you", { rank: speech.due(turn.rank) });
  const asked = view.waitingFor.filter((seat) => seat !== turn?.seat);
  if (asked.length > 0 && !(asked.length === 1 && asked[0] === me)) return speech.say("wait.answers", { names: speech.list(asked.map((seat) => story.name(seat))) });
  if (turn) return speech.say("turn.other", { name: story.proper(turn.seat), rank: speech.due(turn.rank) });
  return "\u00a0";
}
