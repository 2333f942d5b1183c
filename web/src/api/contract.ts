// Short names for what the OpenAPI document defines. schema.gen.ts is made from
// it; `npm run contract` makes it again.
import type { components } from "./schema.gen";

type Schemas = components["schemas"];

/** The generator knows no type for "0, or 10 and more": it is a number. */
type Clocked<T> = Omit<T, "turnSeconds"> & { turnSeconds: number };
type Ruled<T> = Omit<T, "rules"> & { rules: Rules };

export type View = Ruled<Schemas["View"]>;
export type Seat = Schemas["Seat"];
export type Rules = Clocked<Schemas["Rules"]>;
export type RulesGiven = Partial<Rules>;
export type NewGame = Omit<Schemas["NewGame"], "rules"> & { rules?: RulesGiven };
export type Seated = Omit<Schemas["Seated"], "game"> & { game: View };
export type Level = Schemas["Level"];
export type Rank = Schemas["Rank"];
export type Action = Schemas["Action"];
export type MyGame = Schemas["MyGame"];
export type MyGameList = Schemas["MyGameList"];
export type ListedGame = Ruled<Schemas["ListedGame"]>;
export type GameList = Omit<Schemas["GameList"], "games"> & { games: ListedGame[] };
export type GameEvent = Schemas["Event"];
export type EventPage = Schemas["EventPage"];
export type CalledEvent = Schemas["CalledEvent"];
export type RoundEndedEvent = Schemas["RoundEndedEvent"];
export type FinishedRound = Schemas["FinishedRound"];

/** A card's two characters: rank, then suit; `Cc` and `Pc` are the Chroniclers. */
export type Card = Schemas["Card"];
export type Suit = "a" | "l" | "h" | "b";

/** The ranks in the order in which they fall due. */
export const RANKS: readonly Rank[] = ["7", "8", "9", "X", "U", "O", "K", "A"];
export const SUITS: readonly Suit[] = ["a", "l", "h", "b"];
export const LEVELS: readonly Level[] = ["easy", "normal", "hard"];
