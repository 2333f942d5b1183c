// What every part of the table is given.
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { View } from "../api/contract";
import type { Story } from "../game/story";
import type { Table, TableState } from "../game/table";

export interface Play {
  table: Table;
  state: TableState;
  view: View;
  story: Story;
  /** The viewer's seat, or null for a spectator. */
  me: number | null;
  /** The server's time, renewed while a clock runs. */
  now: number;
}

export const PlayContext = createContext<Play | null>(null);

export function usePlay(): Play {
  const play = useContext(PlayContext);
  if (!play) throw new Error("no table around this component");
  return play;
}
