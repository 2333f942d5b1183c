// Which page is shown: the front, or a table.
import { useEffect, useMemo, useState } from "preact/hooks";
import { Client } from "./api/client";
import { Games } from "./api/games";
import { Sprite } from "./cards/sprite";
import { Table } from "./game/table";
import { SpokenContext } from "./i18n/context";
import { loadLexicon, type Language } from "./i18n/language";
import { Speech } from "./i18n/speech";
import { SeenDeals } from "./store/seen";
import { saveSettings } from "./store/settings";
import { Tokens, tokenOfFragment } from "./store/tokens";
import { Home } from "./views/home";
import { calm } from "./views/motion";
import { TablePage } from "./views/tablepage";
import { visit } from "./views/visit";

/** The id in a table's address, or null for the front. */
export function gameOf(pathname: string): string | null {
  const found = /^\/g\/([^/]+)$/.exec(pathname);
  return found?.[1] ? decodeURIComponent(found[1]) : null;
}

/** Takes a personal link's token out of the address bar and into this browser. */
function takeToken(tokens: Tokens, game: string | null): void {
  const token = tokenOfFragment(location.hash);
  if (!token) return;
  if (game) tokens.sit(game, token);
  else tokens.keep(token);
  history.replaceState(null, "", location.pathname);
}

export function App({ first }: { first: Speech }) {
  const [speech, setSpeech] = useState(first);
  const client = useMemo(() => new Client(), []);
  const tokens = useMemo(() => new Tokens(localStorage), []);
  const [game, setGame] = useState(() => {
    const id = gameOf(location.pathname);
    takeToken(tokens, id);
    return id;
  });

  useEffect(() => {
    const follow = () => {
      const id = gameOf(location.pathname);
      takeToken(tokens, id);
      setGame(id);
    };
    window.addEventListener("popstate", follow);
    return () => window.removeEventListener("popstate", follow);
  }, []);

  const go = (id: string | null, rematch = false) => {
    visit(id ? `/g/${encodeURIComponent(id)}` : "/", rematch);
    setGame(id);
    scrollTo(0, 0);
  };

  const table = useMemo(
    () => game && new Table(game, { games: (token) => new Games(client, token), tokens, seen: new SeenDeals(localStorage), calm }),
    [game],
  );
  useEffect(() => {
    if (!table) return;
    table.start();
    return () => table.stop();
  }, [table]);

  const choose = async (language: Language) => {
    saveSettings(localStorage, { language });
    document.documentElement.lang = language;
    setSpeech(new Speech(language, await loadLexicon(language)));
  };

  return (
    <SpokenContext.Provider value={{ speech, choose }}>
      <Sprite />
      {table ? (
        <TablePage key={table.id} table={table} onHome={() => go(null)} onRematch={(id) => go(id, true)} />
      ) : (
        <Home client={client} tokens={tokens} onOpen={(id) => go(id)} />
      )}
    </SpokenContext.Provider>
  );
}
