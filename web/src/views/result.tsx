// A round's end: who won and why, what everybody had left, and the points.
import { useState } from "preact/hooks";
import type { RoundEndedEvent } from "../api/contract";
import { OpenCard } from "../cards/card";
import { byRank } from "../cards/deck";
import { useSpeech } from "../i18n/context";
import type { Speech } from "../i18n/speech";
import { Avatar } from "./avatar";
import { Dialog } from "./dialog";
import { Icon } from "./icons";
import { usePlay, type Play } from "./play";
import { Check } from "./check";

export function Result() {
  const speech = useSpeech();
  const play = usePlay();
  const [checking, setChecking] = useState(false);
  const { view, state, story } = play;
  const ended = state.events.findLast((event) => event.type === "roundEnded");
  if (!ended) return null;
  const match = view.status === "finished" && view.round > 1;
  return (
    <>
      <section class="result" aria-label={speech.say("status.roundOver")}>
        <h2>{match ? story.match(view.winners) : story.winners(ended.places)}</h2>
        <p>{why(ended, play, speech)}</p>
        {view.rules.rounds > 1 && <p class="soft small">{roundOf(play, speech)}</p>}
        <Scores ended={ended} />
        <CheckButton onCheck={() => setChecking(true)} />
        <Opened ended={ended} />
      </section>
      {checking && (
        <Dialog title={speech.say("check.title")} onClose={() => setChecking(false)}>
          <Check round={ended.round} />
        </Dialog>
      )}
    </>
  );
}

/** Hashes are computed only on pages that came safely; elsewhere the button says so. */
function CheckButton({ onCheck }: { onCheck(): void }) {
  const { say } = useSpeech();
  const safe = globalThis.crypto?.subtle !== undefined;
  return (
    <>
      <button type="button" class="button" aria-disabled={!safe} aria-describedby={safe ? undefined : "check-why"} onClick={() => safe && onCheck()}>
        <Icon name="shield" />
        {say("check.title")}
      </button>
      {!safe && (
        <p class="soft small" id="check-why">
          {say("check.insecure")}
        </p>
      )}
    </>
  );
}

/** Why the round ended as it did, for the viewer. */
function why(ended: RoundEndedEvent, { view, state, me, story }: Play, speech: Speech): string {
  const { say } = speech;
  const winner = ended.places.indexOf(1);
  const reasons = {
    out: winner === me ? say("end.outYou") : say("end.out", { name: story.proper(winner) }),
    stalemate: say("end.stalemate"),
    left: say("end.left"),
  };
  const own = me === null ? null : ended.places[me];
  const held = me === null ? 0 : (ended.hands[me]?.length ?? 0);
  const mine =
    me !== null && view.seats[me]?.away
      ? say("end.yoursLeft")
      : own && own > 1 && held > 0
        ? say("end.yours", { n: held, place: own })
        : "";
  // A call that ends a round is part of the same act: the play was true.
  const called = state.events.some((event) => event.type === "called" && event.version === ended.version);
  const answered = view.rules.lastPlay === "callable" && view.rules.finish === "firstOut" && ended.reason === "out";
  return [reasons[ended.reason], answered && say(called ? "end.called" : "end.uncalled"), mine].filter(Boolean).join(" ");
}

/** Which round of how many. */
export function roundOf({ view }: Pick<Play, "view">, { say }: Speech): string {
  const { rounds, target } = view.rules;
  if (rounds === 1) return say("brand");
  if (target !== null) return say("end.target", { round: view.round, target });
  return say("end.round", { round: view.round, of: rounds });
}

function Scores({ ended }: { ended: RoundEndedEvent }) {
  const { say } = useSpeech();
  const { view, story, me } = usePlay();
  const total = view.round > 1;
  const seats = view.seats
    .filter((seat) => ended.places[seat.seat] !== null)
    .sort((a, b) => (ended.places[a.seat] ?? 9) - (ended.places[b.seat] ?? 9) || a.seat - b.seat);
  return (
    <table class="scores">
      <thead>
        <tr>
          <th scope="col">{say("end.place")}</th>
          <th scope="col">{say("end.name")}</th>
          <th scope="col" class="number">{say("end.cards")}</th>
          <th scope="col" class="number">{say("end.points")}</th>
          {total && <th scope="col" class="number">{say("end.total")}</th>}
        </tr>
      </thead>
      <tbody>
        {seats.map((seat) => (
          <tr key={seat.seat} class={seat.seat === me ? "me" : ""}>
            <td class="number">{ended.places[seat.seat]}</td>
            <th scope="row">
              <span class="row">
                <Avatar seat={seat} />
                <span>{story.name(seat.seat)}</span>
              </span>
            </th>
            <td class="number">{ended.hands[seat.seat]?.length ?? 0}</td>
            <td class="number">+{ended.points[seat.seat] ?? 0}</td>
            {total && <td class="number">{seat.points}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Opened({ ended }: { ended: RoundEndedEvent }) {
  const { say } = useSpeech();
  const { story } = usePlay();
  const rows = [
    ...ended.hands.map((hand, seat) => ({ name: story.name(seat), hand })),
    { name: say("end.aside"), hand: [...ended.aside].sort(byRank) },
  ].filter(({ hand }) => hand.length > 0);
  if (rows.length === 0) return null;
  return (
    <details class="opened">
      <summary>{say("end.hands")}</summary>
      {rows.map(({ name, hand }) => (
        <div key={name} class="opened-row">
          <p>{name}</p>
          <div class="opened-cards">
            {hand.map((card, i) => (
              <OpenCard key={i} card={card} />
            ))}
          </div>
        </div>
      ))}
    </details>
  );
}
