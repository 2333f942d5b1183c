// What happened, in words. Names are never bent: "Ada: two eights" is right in
// every language.
import type { Card, GameEvent, View } from "../api/contract";
import type { Speech } from "../i18n/speech";

/** One line of the log. */
export interface Line {
  version: number;
  at: string;
  type: GameEvent["type"];
  text: string;
  /** Cards that were turned over: shown beside the text, not told in it. */
  cards?: readonly Card[];
}

/** Turns events into lines, in their order. */
export class Story {
  constructor(
    private readonly speech: Speech,
    private readonly view: View,
  ) {}

  /** A seat's name as the reader knows it; his own seat is "You". */
  name(seat: number): string {
    return this.view.you?.seat === seat ? this.speech.say("you") : this.proper(seat);
  }

  /** A seat's name as it is written. */
  proper(seat: number): string {
    return this.view.seats[seat]?.name ?? "?";
  }

  /**
   * The lines of all events. Seats of the lobby may have been others: until the
   * table closed up, names are those that sat down.
   */
  lines(events: readonly GameEvent[]): Line[] {
    const names = new Map<number, string>();
    const started = events.findIndex((event) => event.type === "started" || event.type === "dealt");
    return events.flatMap((event, i): Line[] => {
      if (event.type === "joined") names.set(event.seat, event.name);
      if (event.type === "called") {
        const verdict = this.speech.say(event.lied ? "reveal.lie" : "reveal.true");
        const text = [`${this.called(event)}.`, verdict, this.takes(event.taker, event.taken)].join(" ");
        return [{ version: event.version, at: event.at, type: event.type, text, cards: event.cards }];
      }
      const text = this.sentence(event, i < started || started < 0 ? names : undefined);
      return text ? [{ version: event.version, at: event.at, type: event.type, text }] : [];
    });
  }

  /** One event as a sentence with nothing left out, or "" when there is nothing to tell. */
  sentence(event: GameEvent, lobby?: ReadonlyMap<number, string>): string {
    const { say } = this.speech;
    const name = (seat: number) => lobby?.get(seat) ?? this.name(seat);
    switch (event.type) {
      case "joined":
        return say("log.joined", { name: event.name });
      case "left":
        return this.view.you?.seat === event.seat && !lobby ? say("log.leftYou") : say("log.left", { name: name(event.seat) });
      case "started":
        return say("log.started");
      case "dealt": {
        const dealt = say("log.dealt", { round: event.round, n: event.cards });
        return event.aside > 0 ? `${dealt} ${say("log.aside", { n: event.aside })}` : dealt;
      }
      case "played":
        return this.said(event.seat, this.speech.announce(event.count, event.rank));
      case "accepted":
        return say("log.accepted", { name: name(event.seat) });
      case "called":
        return [`${this.called(event)}.`, this.verdict(event), this.takes(event.taker, event.taken)].join(" ");
      case "paleShown":
        return `${say("reveal.pale")} ${this.takes(event.seat, event.taken)}`;
      case "timedOut":
        return say("log.timedOut", { name: name(event.seat) });
      case "roundEnded":
        return this.winners(event.places);
      case "gameEnded":
        return this.match(event.winners);
      case "rematch":
        return say("log.rematch");
      default:
        return ""; // A newer server tells more than this page knows.
    }
  }

  /** "Ada: two eights". */
  said(seat: number, what: string): string {
    return this.speech.say("said", { name: this.name(seat), what });
  }

  called(event: GameEvent & { type: "called" }): string {
    return this.speech.say("log.called", {
      name: this.name(event.seat),
      against: this.name(event.against),
      what: this.speech.announce(event.count, event.rank),
    });
  }

  takes(seat: number, cards: number): string {
    const mine = this.view.you?.seat === seat;
    return this.speech.say(mine ? "reveal.takesYou" : "reveal.takes", { name: this.proper(seat), n: cards });
  }

  /** Who won a round, from its places. */
  winners(places: readonly (number | null)[]): string {
    const first = places.flatMap((place, seat) => (place === 1 ? [seat] : []));
    return this.honour(first, "end.winsYou", "end.wins", "end.shared");
  }

  /** Who won the match. */
  match(winners: readonly number[]): string {
    return this.honour(winners, "end.matchYou", "end.match", "end.matchShared");
  }

  private honour(seats: readonly number[], you: "end.winsYou" | "end.matchYou", one: "end.wins" | "end.match", many: "end.shared" | "end.matchShared"): string {
    const [only] = seats;
    if (only === undefined) return this.speech.say("end.nobody");
    if (seats.length > 1) return this.speech.say(many, { names: this.speech.list(seats.map((seat) => this.name(seat))) });
    return only === this.view.you?.seat ? this.speech.say(you) : this.speech.say(one, { name: this.proper(only) });
  }

  private verdict(event: GameEvent & { type: "called" }): string {
    const cards = this.speech.list(event.cards.map((card) => this.speech.card(card)));
    return this.speech.say(event.lied ? "log.lie" : "log.true", { cards });
  }
}
