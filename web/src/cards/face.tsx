// One card's face: an index that reads at 44 px, and the picture beside it.
import type { Card, Rank, Suit } from "../api/contract";
import { isChronicler, rankOf, suitOf } from "./deck";

interface Props {
  card: Card;
  /** The rank's printed index, in the reader's language. */
  index: string;
}

/** A face in a box of 64 × 100; whoever shows it gives it its name. */
export function Face({ card, index }: Props) {
  return (
    <svg class="face-svg" viewBox="0 0 64 100" aria-hidden="true" focusable="false">
      {isChronicler(card) ? <Chronicler card={card} /> : <Suited rank={rankOf(card)} suit={suitOf(card)} index={index} />}
    </svg>
  );
}

function Suited({ rank, suit, index }: { rank: Rank; suit: Suit; index: string }) {
  return (
    <>
      {rank === "A" ? <Ace suit={suit} /> : rank in pips ? <Pips rank={rank} suit={suit} /> : <Court rank={rank} suit={suit} />}
      <Index text={index} />
      <Sign suit={suit} x={4} y={27} size={20} />
    </>
  );
}

function Sign({ suit, x, y, size }: { suit: Suit; x: number; y: number; size: number }) {
  return <use href={`#suit-${suit}`} x={x} y={y} width={size} height={size} />;
}

/** The widths at which an index of so many letters is set: narrow letters for VIII. */
const indexWidth = [0, 13, 19, 23, 27];

function Index({ text }: { text: string }) {
  const width = indexWidth[Math.min(text.length, 4)] ?? 27;
  return (
    <text class="index" x={5} y={22} textLength={width} lengthAdjust="spacingAndGlyphs">
      {text}
    </text>
  );
}

/** Rows of pips by column (left, right, middle), as numbers of twelfths of the field's height. */
const pips: Partial<Record<Rank, readonly [readonly number[], readonly number[], readonly number[]]>> = {
  "7": [[1, 6, 11], [1, 6, 11], [3.5]],
  "8": [[1, 6, 11], [1, 6, 11], [3.5, 8.5]],
  "9": [[0.5, 4, 7.7, 11.3], [0.5, 4, 7.7, 11.3], [5.8]],
  X: [[0.5, 4, 7.7, 11.3], [0.5, 4, 7.7, 11.3], [2.3, 9.4]],
};

function Pips({ rank, suit }: { rank: Rank; suit: Suit }) {
  const [left, right, middle] = pips[rank] ?? [[], [], []];
  const column = (rows: readonly number[], x: number) =>
    rows.map((row) => <Sign key={`${x}-${row}`} suit={suit} x={x} y={30 + (row / 12) * 55} size={12.5} />);
  // The top of the left column would lie under the index: the field starts beside it.
  return (
    <>
      {column(left, 26)}
      {column(right, 49)}
      {column(middle, 37.5)}
    </>
  );
}

/**
 * Head and shoulders. As on the old cards the Under's sign hangs low, the
 * Over's is held high, and the King has one on either side.
 */
function Court({ rank, suit }: { rank: Rank; suit: Suit }) {
  return (
    <>
      <path class={`coat coat-${suit}`} d="M12 98c0-18 6-29 17-32h18c9 3 14 12 15 32z" />
      <path class="coat-line" d="M30 66l8 10 8-10M38 76v22" />
      {rank === "K" && <path class="ermine" d="M26 66h24l4 9c-5 4-10 5-16 5s-11-1-16-5z" />}
      <use href={`#head-${rank}`} x={18} y={rank === "O" ? 32 : 29} width={40} height={40} />
      {rank === "O" && <Sign suit={suit} x={39} y={5} size={20} />}
      {rank === "U" && <Sign suit={suit} x={40} y={76} size={20} />}
      {rank === "K" && <Sign suit={suit} x={44} y={6} size={16} />}
      {rank === "K" && <Sign suit={suit} x={44} y={80} size={16} />}
    </>
  );
}

/** The deuce of the old decks: two great signs, one upside down. */
function Ace({ suit }: { suit: Suit }) {
  return (
    <>
      <path class="ribbon" d="M14 58c14-9 30-6 44-12v9c-14 6-30 3-44 12z" />
      <Sign suit={suit} x={28} y={13} size={31} />
      <g transform="rotate(180 36 78)">
        <Sign suit={suit} x={20} y={62} size={31} />
      </g>
    </>
  );
}

function Chronicler({ card }: { card: Card }) {
  const kind = card === "Cc" ? "coloured" : "pale";
  return (
    <g class={`chronicler ${kind}`}>
      <use href="#scribe" x={5} y={22} width={58} height={77} />
      {card === "Cc" ? (
        <>
          <use class="star" href="#star" x={4} y={4} width={18} height={18} />
          <Sign suit="a" x={24} y={5} size={9} />
          <Sign suit="l" x={33} y={5} size={9} />
          <Sign suit="h" x={42} y={5} size={9} />
          <Sign suit="b" x={51} y={5} size={9} />
        </>
      ) : (
        <use class="star hollow" href="#star" x={4} y={4} width={18} height={18} />
      )}
    </g>
  );
}
