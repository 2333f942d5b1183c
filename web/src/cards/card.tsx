import type { Card } from "../api/contract";
import { useSpeech } from "../i18n/context";
import { isChronicler, rankOf } from "./deck";
import { Face } from "./face";

/** A card lying open, with its name for who cannot see it. */
export function OpenCard({ card, faint }: { card: Card; faint?: boolean }) {
  const speech = useSpeech();
  return (
    <span class={faint ? "card faint" : "card"} role="img" aria-label={speech.card(card)} title={speech.card(card)}>
      <CardFace card={card} />
    </span>
  );
}

/** Only the picture, for a button that has a name of its own. */
export function CardFace({ card }: { card: Card }) {
  const speech = useSpeech();
  return <Face card={card} index={isChronicler(card) ? "" : speech.index(rankOf(card))} />;
}

/** A card lying face down. */
export function CardBack() {
  return <span class="card back" aria-hidden="true" />;
}
