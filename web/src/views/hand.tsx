// My hand: tap to choose; arrow keys walk along it.
import { useRef } from "preact/hooks";
import type { Card } from "../api/contract";
import { CardFace } from "../cards/card";
import { rankOf } from "../cards/deck";
import { nextRanks } from "../game/ranks";
import { useSpeech } from "../i18n/context";
import { Avatar } from "./avatar";
import { Marks } from "./seats";
import { usePlay } from "./play";

interface Props {
  /** Places in the hand of the cards that are chosen. */
  chosen: readonly number[];
  onChoose(places: number[]): void;
}

export function Hand({ chosen, onChoose }: Props) {
  const speech = useSpeech();
  const play = usePlay();
  const { view, state, me } = play;
  const list = useRef<HTMLUListElement>(null);
  const seat = me === null ? undefined : view.seats[me];
  if (!view.you || !seat) return null;
  const { hand } = view.you;
  const fresh = markFresh(hand, state.fresh);
  const due = view.turn?.seat === me ? view.turn?.rank : undefined;
  const next = nextRanks(view, seat.seat, due === undefined ? 3 : 4).slice(due === undefined ? 0 : 1);

  const toggle = (at: number) => onChoose(chosen.includes(at) ? chosen.filter((one) => one !== at) : [...chosen, at]);
  const walk = (event: KeyboardEvent) => {
    const move = { ArrowLeft: -1, ArrowRight: 1, Home: -hand.length, End: hand.length }[event.key];
    const cards = [...(list.current?.querySelectorAll("button") ?? [])];
    const at = cards.indexOf(event.target as HTMLButtonElement);
    if (move === undefined || at < 0) return;
    event.preventDefault();
    cards[Math.min(cards.length - 1, Math.max(0, at + move))]?.focus();
  };

  return (
    <section class={`hand-area ${view.turn?.seat === me ? "on-turn" : ""}`} aria-label={speech.say("hand")} data-seat={me}>
      <div class="hand-head">
        <Avatar seat={seat} />
        <span class="hand-name">{seat.name}</span>
        <span class="soft">{speech.say("pile.cards", { n: hand.length })}</span>
        <Marks seat={seat} play={play} />
        {next.length > 0 && <span class="hand-next">{speech.say("ranks.next", { ranks: next.map((rank) => speech.index(rank)).join(", ") })}</span>}
      </div>
      <ul class="hand" style={rows(hand.length)} ref={list} onKeyDown={walk}>
        {hand.map((card, at) => {
          const fits = due !== undefined && (rankOf(card) === due || card === "Cc");
          const isNew = fresh[at];
          const first = at > 0 && hand[at - 1]?.[0] !== card[0];
          return (
            <li key={`${card}-${hand.indexOf(card) === at ? 0 : 1}`} class={first ? "hand-card first" : "hand-card"} style={{ "--i": at }}>
              <button
                type="button"
                class={["card", chosen.includes(at) && "chosen", fits && "fits", isNew && "fresh"].filter(Boolean).join(" ")}
                aria-pressed={chosen.includes(at)}
                onClick={() => toggle(at)}
              >
                <CardFace card={card} />
                <span class="hidden">{[speech.card(card), fits && speech.say("hand.true"), isNew && speech.say("hand.new")].filter(Boolean).join(", ")}</span>
                {isNew && (
                  <span class="new" aria-hidden="true">
                    {speech.say("hand.new")}
                  </span>
                )}
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** Which places of a hand hold the cards taken up last; of two alike, the later. */
function markFresh(hand: readonly Card[], fresh: readonly Card[]): boolean[] {
  const left = [...fresh];
  const marks = hand.map(() => false);
  for (let at = hand.length - 1; at >= 0; at--) {
    const found = left.indexOf(hand[at] as Card);
    if (found < 0) continue;
    left.splice(found, 1);
    marks[at] = true;
  }
  return marks;
}

/** How many cards lie in a row, on a narrow page and on a wide one. */
function rows(cards: number): Record<string, number> {
  const narrow = cards <= 8 ? 1 : cards <= 18 ? 2 : cards <= 27 ? 3 : 4;
  const wide = cards <= 16 ? 1 : cards <= 34 ? 2 : 3;
  return { "--narrow": Math.ceil(cards / narrow), "--wide": Math.ceil(cards / wide), "--narrow-rows": narrow, "--wide-rows": wide };
}
