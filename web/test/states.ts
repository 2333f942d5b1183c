// One table for each state that the page can be in, as the server would tell it
// to the player in seat 0. They feed the page without a server: for looking at
// it, and for the tests that look at every state.
import type { Card, GameEvent, ListedGame, MyGame, Rules, Seat, View } from "../src/api/contract";
import { byRank } from "../src/cards/deck";
import { defaults } from "../src/views/options";

export interface State {
  view: View;
  events: GameEvent[];
}

const NAMES = ["Ada", "Mieczysław", "Zsófi", "Käthe", "Bo", "Ola", "Jiří", "Maximiliane-Theresia"];
const START = Date.UTC(2026, 2, 1, 18, 0, 0);
const COMMITMENT = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";

/** The moment so many seconds after the table was made. */
const at = (seconds: number) => new Date(START + seconds * 1000).toISOString();
/** A moment so many seconds from now, for clocks that must be seen running. */
export const soon = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();

function seats(cards: number[], change: Partial<Seat>[] = []): Seat[] {
  return cards.map((held, seat) => ({
    seat,
    name: NAMES[seat] ?? "?",
    kind: "human",
    level: null,
    away: false,
    cards: held,
    answered: false,
    place: null,
    points: 0,
    ...change[seat],
  }));
}

interface Given extends Partial<Omit<View, "rules" | "you">> {
  rules?: Partial<Rules>;
  hand?: Card[] | null;
}

function view(id: string, { rules, hand = null, seats: at_ = seats([8, 8, 8, 8]), ...rest }: Given): View {
  return {
    id,
    version: 20,
    status: "playing",
    rules: { ...defaults(at_.length), ...rules },
    host: 0,
    round: 1,
    dealer: 3,
    createdAt: at(0),
    updatedAt: at(300),
    expiresAt: at(60 * 86400),
    commitment: COMMITMENT,
    seats: at_,
    you: hand && { seat: 0, hand: [...hand].sort(byRank) },
    turn: null,
    pile: { cards: 0, lastPlay: null },
    waitingFor: [],
    deadline: soon(86000),
    actions: hand ? ["leave"] : [],
    winners: [],
    rematch: null,
    ...rest,
  };
}

/** What a script may say about an event; version and time come by themselves. */
type Told = GameEvent extends infer E ? (E extends GameEvent ? Omit<E, "version" | "at"> : never) : never;

function events(...told: Told[]): GameEvent[] {
  return told.map((event, i) => ({ version: Math.min(i + 1, 20), at: at(i * 9), ...event }) as GameEvent);
}

const sat = (count: number): Told[] => NAMES.slice(0, count).map((name, seat) => ({ type: "joined", seat, name, kind: "human" }));
const dealt = { type: "dealt", round: 1, dealer: 3, cards: 8, aside: 0, commitment: COMMITMENT } satisfies Told;
const HAND = ["7a", "7h", "9l", "Xb", "Ub", "Oh", "Kl", "Aa"];

const threePlays: Told[] = [
  { type: "played", seat: 0, rank: "7", count: 2, cards: ["7b", "Kb"] },
  { type: "played", seat: 1, rank: "8", count: 1 },
  { type: "played", seat: 2, rank: "9", count: 3 },
];

/** Builds every state anew, so that clocks run from now. */
export function states(): Record<string, State> {
  const all: Record<string, State> = {};
  const add = (id: string, given: Given, told: Told[] = [...sat(4), dealt]) => {
    all[id] = { view: view(id, given), events: events(...told) };
  };

  const lobby = (held: Partial<Seat>[]) => ({
    status: "lobby" as const,
    round: 0,
    dealer: null,
    deadline: null,
    seats: seats([0, 0, 0, 0], held),
  });
  const empty: Partial<Seat> = { name: null, kind: "empty" };
  add("lobby-host", { ...lobby([{}, {}, empty, { name: "Otto", kind: "bot", level: "normal" }]), hand: [], actions: ["start", "leave"] }, sat(2));
  add("lobby-alone", { ...lobby([{}, empty, empty, empty]), hand: [], actions: ["leave"] }, sat(1));
  add("lobby-invited", { ...lobby([{ name: "Maximiliane-Theresia" }, {}, empty, empty]), actions: ["join"] }, sat(2));

  add("my-turn", { hand: HAND, turn: { seat: 0, rank: "7" }, waitingFor: [0], actions: ["leave", "play"] });
  add(
    "my-turn-window",
    {
      hand: HAND,
      seats: seats([8, 6, 7, 5], [{}, { answered: true }]),
      turn: { seat: 0, rank: "X" },
      waitingFor: [0],
      pile: { cards: 6, lastPlay: { seat: 3, rank: "9", count: 3, callable: true, until: soon(20) } },
      actions: ["leave", "play", "call", "accept"],
    },
    [...sat(4), dealt, ...threePlays, { type: "played", seat: 3, rank: "9", count: 3 }],
  );
  add(
    "may-call",
    {
      hand: HAND.slice(2),
      seats: seats([6, 7, 5, 8]),
      turn: { seat: 3, rank: "X" },
      waitingFor: [3],
      pile: { cards: 6, lastPlay: { seat: 2, rank: "9", count: 3, callable: true, until: soon(20) } },
      actions: ["leave", "call", "accept"],
    },
    [...sat(4), dealt, ...threePlays],
  );
  add(
    "let-pass",
    {
      hand: HAND.slice(2),
      seats: seats([6, 7, 5, 8], [{ answered: true }, { answered: true }]),
      turn: { seat: 3, rank: "X" },
      waitingFor: [3],
      pile: { cards: 6, lastPlay: { seat: 2, rank: "9", count: 3, callable: true, until: null } },
    },
    [...sat(4), dealt, ...threePlays, { type: "accepted", seat: 1 }, { type: "accepted", seat: 0 }],
  );
  add(
    "two-players",
    {
      seats: seats([13, 15]),
      hand: ["7a", "7l", "8a", "8h", "9l", "9b", "Xb", "Xh", "Ub", "Oh", "Kl", "Kh", "Aa"],
      turn: { seat: 0, rank: "K" },
      waitingFor: [0],
      dealer: 1,
      pile: { cards: 4, lastPlay: { seat: 1, rank: "O", count: 1, callable: true, until: null } },
      actions: ["leave", "play", "call", "accept"],
    },
    [...sat(2), { ...dealt, dealer: 1, cards: 16 }, { type: "played", seat: 0, rank: "U", count: 3, cards: ["Ua", "Al", "9h"] }, { type: "played", seat: 1, rank: "O", count: 1 }],
  );
  const lie: Told = { type: "called", seat: 3, against: 2, rank: "9", count: 3, cards: ["9b", "Xh", "Pc"], lied: true, taker: 2, taken: 6 };
  add("called-lie", { hand: HAND.slice(2), rules: { chroniclers: true }, seats: seats([6, 7, 11, 8]), turn: { seat: 3, rank: "X" }, waitingFor: [3] }, [
    ...sat(4),
    dealt,
    ...threePlays,
    lie,
  ]);
  add(
    "called-truth",
    {
      hand: [...HAND.slice(2), "7b", "Kb", "8l", "9a", "9h", "9b"],
      seats: seats([12, 7, 5, 8]),
      turn: { seat: 3, rank: "X" },
      waitingFor: [3],
    },
    [
      ...sat(4),
      dealt,
      ...threePlays,
      {
        type: "called",
        seat: 0,
        against: 2,
        rank: "9",
        count: 3,
        cards: ["9a", "9h", "9b"],
        lied: false,
        taker: 0,
        taken: 6,
        takenCards: ["7b", "8l", "9a", "9h", "9b", "Kb"],
      },
    ],
  );
  add("pale-shown", { hand: HAND.slice(2), rules: { chroniclers: true }, seats: seats([6, 7, 11, 8]), turn: { seat: 3, rank: "X" }, waitingFor: [3] }, [
    ...sat(4),
    dealt,
    ...threePlays,
    { type: "paleShown", seat: 2, taken: 6 },
  ]);
  const lastPlay: Told = { type: "played", seat: 3, rank: "X", count: 2 };
  add(
    "last-card",
    {
      status: "lastCall",
      hand: HAND.slice(2),
      seats: seats([6, 7, 5, 0], [{}, { answered: true }]),
      waitingFor: [0, 2],
      deadline: soon(15),
      pile: { cards: 8, lastPlay: { seat: 3, rank: "X", count: 2, callable: true, until: null } },
      actions: ["leave", "call", "accept"],
    },
    [...sat(4), dealt, ...threePlays, lastPlay],
  );
  add(
    "last-card-mine",
    {
      status: "lastCall",
      hand: [],
      seats: seats([0, 7, 5, 6]),
      waitingFor: [1, 2, 3],
      pile: { cards: 8, lastPlay: { seat: 0, rank: "X", count: 1, callable: true, until: null } },
    },
    [...sat(4), dealt, ...threePlays, { type: "played", seat: 0, rank: "X", count: 1, cards: ["Xa"] }],
  );
  add(
    "letters",
    {
      hand: HAND,
      rules: { callSeconds: null, turnSeconds: 604800 },
      seats: seats([8, 7, 5, 6], [{ answered: true }, {}, {}, { away: true }]),
      turn: { seat: 2, rank: "9" },
      waitingFor: [0],
      deadline: soon(500000),
      pile: { cards: 3, lastPlay: { seat: 1, rank: "8", count: 1, callable: true, until: null } },
      actions: ["leave", "call", "accept"],
    },
    [...sat(4), dealt, ...threePlays.slice(0, 2), { type: "left", seat: 3 }],
  );
  add(
    "eight-players",
    {
      hand: HAND,
      rules: { decks: 2, rounds: 5 },
      round: 2,
      seats: seats([8, 8, 6, 0, 8, 7, 12, 4], [{ points: 4 }, { points: 3 }, {}, { away: true }, { kind: "bot", level: "hard", points: 2 }, {}, {}, {}]),
      turn: { seat: 7, rank: "O" },
      dealer: 2,
      waitingFor: [7],
      pile: { cards: 9, lastPlay: { seat: 6, rank: "U", count: 4, callable: true, until: soon(20) } },
      actions: ["leave", "call", "accept"],
    },
    [...sat(8), dealt, { type: "played", seat: 5, rank: "X", count: 1 }, { type: "played", seat: 6, rank: "U", count: 4 }],
  );
  add(
    "many-cards",
    {
      hand: ["7a", "7l", "7h", "7b", "8a", "8l", "8h", "9a", "9l", "9b", "Xa", "Xh", "Xb", "Ua", "Ul", "Ub", "Oa", "Oh", "Ob", "Kl", "Kh", "Aa", "Al", "Ah", "Cc", "Pc"],
      rules: { chroniclers: true },
      seats: seats([26, 3, 4]),
      turn: { seat: 0, rank: "9" },
      dealer: 0,
      waitingFor: [0],
      actions: ["leave", "play"],
    },
    [...sat(3), { ...dealt, dealer: 0, cards: 11 }],
  );
  add("watching", { turn: { seat: 1, rank: "9" }, waitingFor: [1], pile: { cards: 2, lastPlay: { seat: 0, rank: "8", count: 2, callable: true, until: null } } }, [
    ...sat(4),
    dealt,
    ...threePlays.slice(0, 2),
  ]);

  const ended = {
    type: "roundEnded",
    round: 1,
    reason: "out",
    places: [2, 1, 4, 3],
    points: [3, 4, 0, 2],
    hands: [["9l", "Xb", "Kl"], [], ["7b", "8l", "8h", "9a", "9h", "9b", "Kb"], ["Ub", "Oh", "Aa", "Al"]],
    aside: [],
    seed: COMMITMENT,
  } satisfies Told;
  const after = { seats: seats([3, 0, 7, 4], [{ place: 2, points: 3 }, { place: 1, points: 4 }, { place: 4 }, { place: 3, points: 2 }]), hand: ["9l", "Xb", "Kl"] };
  const lost = [...sat(4), dealt, ...threePlays, { type: "played", seat: 1, rank: "X", count: 1 } as Told, ended];
  add("round-over", { ...after, status: "roundOver", rules: { rounds: 3 }, deadline: soon(80000), waitingFor: [0, 1, 2, 3], actions: ["leave", "deal"] }, lost);
  add("finished", { ...after, status: "finished", deadline: null, actions: ["rematch"], winners: [1] }, [...lost, { type: "gameEnded", winners: [1] }]);
  add(
    "match-won",
    {
      ...after,
      status: "finished",
      round: 3,
      rules: { rounds: 3 },
      seats: seats([0, 3, 7, 4], [{ place: 1, points: 11 }, { place: 2, points: 9 }, { place: 4, points: 2 }, { place: 3, points: 5 }]),
      hand: [],
      deadline: null,
      actions: ["rematch"],
      winners: [0],
      rematch: "the-rematch",
    },
    [...lost, { ...ended, round: 3, places: [1, 2, 4, 3], points: [4, 3, 0, 2], hands: [[], ["9l", "Xb", "Kl"], ...ended.hands.slice(2)] } as Told, { type: "gameEnded", winners: [0] }],
  );
  add("cancelled", { ...lobby([empty, empty, empty, empty]), status: "cancelled" }, [...sat(1), { type: "left", seat: 0 }]);
  return all;
}

/** The player's own tables, for the front. */
export function myGames(): MyGame[] {
  const game = (id: string, change: Partial<MyGame>): MyGame => ({
    id,
    version: 20,
    status: "playing",
    names: NAMES.slice(0, 4),
    waitingForYou: false,
    deadline: soon(70000),
    updatedAt: at(300),
    ...change,
  });
  return [
    game("my-turn", { waitingForYou: true, deadline: soon(1200) }),
    game("last-card", { waitingForYou: true, status: "lastCall", names: ["Ada", "Bo"] }),
    game("may-call", {}),
    game("lobby-host", { status: "lobby", names: ["Ada", "Mieczysław", "Otto"], deadline: null }),
  ];
}

/** Open tables, for the front. */
export function openGames(): ListedGame[] {
  return [{ id: "lobby-invited", host: "Maximiliane-Theresia", seats: 4, taken: 2, rules: defaults(4), createdAt: at(0) }];
}
