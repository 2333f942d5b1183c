// The lists of the front: my tables of all players that this browser is, and open ones.
import { useEffect, useState } from "preact/hooks";
import type { Client } from "../api/client";
import type { ListedGame, MyGame } from "../api/contract";
import { Games } from "../api/games";
import { Watch } from "../game/watch";
import { useSpeech } from "../i18n/context";
import type { Tokens } from "../store/tokens";
import { secondsUntil, useNow } from "./hooks";
import { Icon } from "./icons";

/** Milliseconds between looks at the lists. */
const PACE = 10_000;

interface Props {
  client: Client;
  onOpen(id: string): void;
}

/** One's own tables, those that wait for oneself first, by the time left. */
export function byUrgency(a: MyGame, b: MyGame): number {
  if (a.waitingForYou !== b.waitingForYou) return a.waitingForYou ? -1 : 1;
  const due = (game: MyGame) => (game.deadline ? Date.parse(game.deadline) : Infinity);
  if (a.waitingForYou && due(a) !== due(b)) return due(a) - due(b);
  return b.updatedAt.localeCompare(a.updatedAt);
}

interface MyProps extends Props {
  tokens: Tokens;
  /** Told, after each look, of the table that waits most urgently for oneself, if one does. */
  onWaiting(game: MyGame | undefined): void;
}

export function MyTables({ client, tokens, onOpen, onWaiting }: MyProps) {
  const { say } = useSpeech();
  const [games, setGames] = useState<MyGame[] | null>(null);
  const [finished, setFinished] = useState<MyGame[]>([]);
  useWatched(async (first) => {
    const lists = (state: "active" | "finished") =>
      Promise.all(
        tokens.all().map(async (token) => {
          const list = await new Games(client, token).mine(state);
          for (const game of list.games) tokens.sit(game.id, token);
          return list.games;
        }),
      );
    const active = (await lists("active")).flat().sort(byUrgency);
    setGames(active);
    onWaiting(active.find((game) => game.waitingForYou));
    if (first) setFinished((await lists("finished")).flat().slice(0, 5));
  });
  return (
    <section class="panel">
      <h2>{say("home.mine")}</h2>
      {!games || games.length === 0 ? (
        <p class="soft">{say("home.mineNone")}</p>
      ) : (
        <ul class="tables">
          {games.map((game) => (
            <MyTable key={game.id} game={game} onOpen={onOpen} />
          ))}
        </ul>
      )}
      {finished.length > 0 && (
        <details>
          <summary>{say("home.finished")}</summary>
          <ul class="tables">
            {finished.map((game) => (
              <MyTable key={game.id} game={game} onOpen={onOpen} />
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

export function MyTable({ game, onOpen }: { game: MyGame; onOpen(id: string): void }) {
  const speech = useSpeech();
  const now = useNow(game.deadline !== null, 0);
  const left = game.waitingForYou ? secondsUntil(game.deadline, now) : null;
  return (
    <li>
      <a class={game.waitingForYou ? "table-link waits" : "table-link"} href={`/g/${game.id}`} onClick={opened(game.id, onOpen)}>
        <b>{speech.list(game.names)}</b>
        <span class="small">
          {game.waitingForYou ? speech.say("home.yourTurn") : speech.say(`status.${game.status}`)}
          {left !== null && `, ${speech.say("home.left", { time: speech.span(left) })}`}
        </span>
      </a>
    </li>
  );
}

export function OpenTables({ client, onOpen }: Props) {
  const { say } = useSpeech();
  const [games, setGames] = useState<ListedGame[]>([]);
  useWatched(async () => setGames((await new Games(client, undefined).open()).games));
  return (
    <section class="panel">
      <h2>{say("home.open")}</h2>
      {games.length === 0 ? (
        <p class="soft">{say("home.openNone")}</p>
      ) : (
        <ul class="tables">
          {games.map((game) => (
            <li key={game.id}>
              <a class="table-link" href={`/g/${game.id}`} onClick={opened(game.id, onOpen)}>
                <b>{say("lobby.title", { name: game.host })}</b>
                <span class="small">{say("home.seats", { taken: game.taken, seats: game.seats })}</span>
                <Icon name="door" />
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Opens a table without loading the page anew, unless another tab is wanted. */
function opened(id: string, onOpen: (id: string) => void) {
  return (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    onOpen(id);
  };
}

/** Looks at once and then at a steady pace; tells the look whether it is the first. */
function useWatched(look: (first: boolean) => Promise<void>): void {
  useEffect(() => {
    let first = true;
    const watch = new Watch(
      async () => {
        await look(first);
        first = false;
        return PACE;
      },
      () => undefined,
    );
    watch.start();
    return () => watch.stop();
  }, []);
}
