import { render } from "preact";
import { App } from "./app";
import { loadLexicon, preferred } from "./i18n/language";
import { Speech } from "./i18n/speech";
import { loadSettings } from "./store/settings";
import "./style/base.css";
import "./style/cards.css";
import "./style/controls.css";
import "./style/home.css";
import "./style/board.css";
import "./style/seats.css";
import "./style/middle.css";
import "./style/actions.css";
import "./style/hand.css";
import "./style/sheets.css";

async function start(): Promise<void> {
  const language = loadSettings(localStorage).language ?? preferred(navigator.languages);
  document.documentElement.lang = language;
  const speech = new Speech(language, await loadLexicon(language));
  const page = document.getElementById("page");
  if (page) render(<App first={speech} />, page);
}

void start();

// Only a page that came safely may have a worker; without one it works all the same.
if ("serviceWorker" in navigator) {
  window.addEventListener("load", () => void navigator.serviceWorker.register("/sw.js").catch(() => undefined));
}
