// The others around the table, in play order: the right-hand neighbour is next.
import type { Seat } from "../api/contract";
import { around } from "../game/ranks";
import { useSpeech } from "../i18n/context";
import { Avatar } from "./avatar";
import { Icon } from "./icons";
import { usePlay, type Play } from "./play";

/** Where the others sit, in hundredths of the table's width and height, from the next player on. */
const places: readonly (readonly (readonly [number, number])[])[] = [
  [],
  [[50, 15]],
  [[79, 18], [21, 18]],
  [[84, 24], [50, 13], [16, 24]],
  [[86, 44], [70, 13], [30, 13], [14, 44]],
  [[87, 56], [82, 18], [50, 12], [18, 18], [13, 56]],
  [[87, 66], [87, 32], [65, 11], [35, 11], [13, 32], [13, 66]],
  [[87, 74], [87, 43], [78, 12], [50, 12], [22, 12], [13, 43], [13, 74]],
  [[66, 84], [87, 60], [87, 30], [66, 10], [34, 10], [13, 30], [13, 60], [34, 84]],
];

export function Seats() {
  const { view } = usePlay();
  const seats = around(view);
  return (
    <ul class={`seats seats-${seats.length}`}>
      {seats.map((at, i) => {
        const seat = view.seats[at];
        const [x, y] = places[seats.length]?.[i] ?? [50, 15];
        return seat && <Other key={at} seat={seat} x={x} y={y} />;
      })}
    </ul>
  );
}

function Other({ seat, x, y }: { seat: Seat; x: number; y: number }) {
  const play = usePlay();
  const { view } = play;
  const turn = view.turn?.seat === seat.seat;
  const waited = view.waitingFor.includes(seat.seat);
  const classes = ["seat", turn && "on-turn", waited && "waited", seat.away && "away", x < 30 && "at-left", x > 70 && "at-right", (x < 30 || x > 70) && y >= 24 && "beside"];
  return (
    <li class={classes.filter(Boolean).join(" ")} style={{ "--x": `${x}%`, "--y": `${y}%` }} data-seat={seat.seat}>
      <Avatar seat={seat} />
      <span class="seat-name">{seat.name}</span>
      <Held seat={seat} />
      <Marks seat={seat} play={play} />
      <Bubble seat={seat} play={play} />
    </li>
  );
}

/** The hand from behind: a little fan and its number. */
function Held({ seat }: { seat: Seat }) {
  const { say } = useSpeech();
  return (
    <span class="held">
      <span class="held-fan" aria-hidden="true">
        {Array.from({ length: Math.min(seat.cards, 5) }, (_, i) => (
          <i key={i} />
        ))}
      </span>
      <b aria-hidden="true">{seat.cards}</b>
      <span class="hidden">{say("pile.cards", { n: seat.cards })}</span>
    </span>
  );
}

/** What there is to know of a seat besides its cards. */
export function Marks({ seat, play }: { seat: Seat; play: Play }) {
  const { say } = useSpeech();
  const { view } = play;
  const out = seat.cards === 0 && !seat.away && view.status === "playing" && view.pile.lastPlay?.seat !== seat.seat;
  return (
    <span class="marks">
      {view.dealer === seat.seat && (
        <span class="mark dealer" title={say("seat.dealer")}>
          <span aria-hidden="true">{say("seat.dealer").slice(0, 1).toUpperCase()}</span>
          <span class="hidden">{say("seat.dealer")}</span>
        </span>
      )}
      {view.turn?.seat === seat.seat && <span class="hidden">{say("seat.turn")}</span>}
      {view.turn?.seat !== seat.seat && view.waitingFor.includes(seat.seat) && <span class="hidden">{say("seat.waited")}</span>}
      {seat.answered && (
        <span class="mark passed" title={say("seat.answered")}>
          <Icon name="check" />
          <span class="hidden">{say("seat.answered")}</span>
        </span>
      )}
      {seat.away && <span class="mark">{say("seat.left")}</span>}
      {out && <span class="mark">{say("seat.out")}</span>}
      {(view.rules.rounds > 1 || view.rules.target !== null) && view.round > 1 && (
        <span class="mark points">{say("val.points", { n: seat.points })}</span>
      )}
    </span>
  );
}

/** What a seat said last: its announcement, or its call. */
function Bubble({ seat, play }: { seat: Seat; play: Play }) {
  const speech = useSpeech();
  const { view, state } = play;
  const { stage } = state;
  const last = view.pile.lastPlay;
  let text = "";
  let kind = "said";
  if (stage?.kind === "called" && stage.event.seat === seat.seat) {
    text = speech.say("act.call");
    kind = "cheat";
  } else if (stage?.kind === "called" && stage.event.against === seat.seat && stage.phase !== "done") {
    text = speech.announce(stage.event.count, stage.event.rank);
  } else if (last?.seat === seat.seat) {
    text = speech.announce(last.count, last.rank);
  }
  return text ? (
    <span key={`${text}${state.stage ? "" : view.pile.cards}`} class={`bubble ${kind}`}>
      {text}
    </span>
  ) : null;
}
