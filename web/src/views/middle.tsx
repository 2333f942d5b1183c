// The middle of the table: what is due, the pile, and what a call turned over.
import { CardBack, OpenCard } from "../cards/card";
import { isWrong } from "../cards/deck";
import type { Stage } from "../game/steps";
import { useSpeech } from "../i18n/context";
import { Icon } from "./icons";
import { usePlay } from "./play";

export function Middle() {
  const { state } = usePlay();
  const { stage } = state;
  return (
    <div class={stage ? "middle showing" : "middle"}>
      {stage ? <Shown stage={stage} /> : <Pile />}
      <Due />
    </div>
  );
}

function Due() {
  const speech = useSpeech();
  const { view } = usePlay();
  if (!view.turn) return null;
  return (
    <p class="due" key={view.turn.rank}>
      <span class="due-label">{speech.say("due")}</span>
      <b class="due-rank">{speech.index(view.turn.rank)}</b>
      <span class="due-name">{speech.due(view.turn.rank)}</span>
    </p>
  );
}

/** The pile as it lies: some backs askew, and how many there are. */
function Pile() {
  const { say } = useSpeech();
  const { view } = usePlay();
  const { cards, lastPlay } = view.pile;
  const shown = Math.min(cards, 12);
  const newest = Math.min(lastPlay?.count ?? 0, shown);
  return (
    <div class="pile" data-pile>
      <div class="pile-cards" aria-hidden="true">
        {cards === 0 && <span class="pile-place" />}
        {Array.from({ length: shown }, (_, i) => {
          const n = cards - shown + i;
          const top = i >= shown - newest;
          return (
            <span
              key={n}
              class={top ? "card back pile-card top" : "card back pile-card"}
              style={{ "--turn": `${((n * 47) % 50) - 25}deg`, "--dx": `${((n * 29) % 17) - 8}px`, "--dy": `${((n * 31) % 13) - 6}px` }}
            />
          );
        })}
      </div>
      <p class="pile-count">{cards > 0 ? say("pile.cards", { n: cards }) : say("pile.empty")}</p>
    </div>
  );
}

function Shown({ stage }: { stage: Stage }) {
  const { say } = useSpeech();
  const { story } = usePlay();
  if (stage.kind === "pale") {
    return (
      <div class="shown lie" data-pile>
        <div class="shown-cards">
          <OpenCard card="Pc" />
        </div>
        <p class="shown-text">{say("reveal.pale")}</p>
        <p class="shown-text">{story.takes(stage.seat, stage.taken)}</p>
      </div>
    );
  }
  const { event, phase } = stage;
  const open = phase !== "call";
  return (
    <div class={`shown ${open ? (event.lied ? "lie" : "truth") : "tense"}`} data-pile>
      <p class="shown-who">{story.called(event)}</p>
      <div class={`shown-cards count-${event.cards.length}`}>
        {event.cards.map((card, i) => (
          <span key={i} class={open ? "flip open" : "flip"} style={{ "--i": i }}>
            <span class="flip-in">
              <CardBack />
              {open ? <OpenCard card={card} /> : <span class="card" />}
            </span>
            {open && isWrong(card, event.rank) && (
              <span class="wrong-mark" title={say("reveal.wrong")}>
                <Icon name="cross" />
                <span class="hidden">{say("reveal.wrong")}</span>
              </span>
            )}
          </span>
        ))}
      </div>
      <p class="shown-verdict">{open ? say(event.lied ? "reveal.lie" : "reveal.true") : "…"}</p>
      <p class="shown-text">{open ? story.takes(event.taker, event.taken) : "\u00a0"}</p>
    </div>
  );
}
