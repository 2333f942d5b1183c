import type { Seat } from "../api/contract";
import { Icon } from "./icons";

/** A disc with a name's first letter, or a bot's head; its hue goes with the seat. */
export function Avatar({ seat }: { seat: Seat }) {
  const letter = seat.name ? [...new Intl.Segmenter().segment(seat.name)][0]?.segment.toUpperCase() : "";
  return (
    <span class={`avatar hue-${seat.seat}`} aria-hidden="true">
      {seat.kind === "bot" ? <Icon name="bot" /> : letter}
    </span>
  );
}
