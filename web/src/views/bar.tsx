// The strip above the table: the way back, what runs here, the menu.
import { useState } from "preact/hooks";
import { useChooseLanguage, useSpeech } from "../i18n/context";
import { LANGUAGES, NAMES, type Language } from "../i18n/language";
import { Dialog } from "./dialog";
import { secondsUntil } from "./hooks";
import { Icon, type IconName } from "./icons";
import { LinkBox } from "./link";
import { Log } from "./log";
import { usePlay } from "./play";
import { roundOf } from "./result";
import { RuleList } from "./rulelist";

type Sheet = "menu" | "log" | "rules" | "invite" | "device" | "leave";

export function Bar({ onHome }: { onHome(): void }) {
  const speech = useSpeech();
  const { say } = speech;
  const play = usePlay();
  const { view, table, me } = play;
  const [sheet, setSheet] = useState<Sheet | null>(null);
  const close = () => setSheet(null);
  const titles: Record<Sheet, string> = {
    menu: say("menu"),
    log: say("log.title"),
    rules: say("rules.here"),
    invite: say("invite.title"),
    device: say("device.title"),
    leave: say("leave.do"),
  };
  const running = view.status !== "lobby" && view.status !== "cancelled";
  return (
    <header class="bar">
      <a
        class="round"
        href="/"
        aria-label={say("home.back")}
        onClick={(event) => {
          event.preventDefault();
          onHome();
        }}
      >
        <Icon name="back" />
      </a>
      <p class="bar-title">{running ? roundOf(play, speech) : say(`status.${view.status}`)}</p>
      <Clock />
      {running && (
        <button type="button" class="round only-narrow" aria-label={titles.log} onClick={() => setSheet("log")}>
          <Icon name="log" />
        </button>
      )}
      <button type="button" class="round" aria-label={titles.menu} onClick={() => setSheet("menu")}>
        <Icon name="menu" />
      </button>
      {sheet && (
        <Dialog key={sheet} title={titles[sheet]} onClose={close}>
          {sheet === "menu" && <Menu onPick={setSheet} titles={titles} />}
          {sheet === "log" && <Log />}
          {sheet === "rules" && <RuleList rules={view.rules} />}
          {sheet === "invite" && (
            <>
              <p>{say("invite.hint")}</p>
              <LinkBox url={`${location.origin}/g/${view.id}`} label={say("invite.link")} title={say("brand")} />
            </>
          )}
          {sheet === "device" && (
            <>
              <p>{say("device.hint")}</p>
              <LinkBox url={`${location.origin}/g/${view.id}#${table.games.token}`} label={say("device.link")} title={say("brand")} />
            </>
          )}
          {sheet === "leave" && me !== null && (
            <>
              <p>{say(view.status === "lobby" ? "leave.lobby" : "leave.sure")}</p>
              <div class="row wrap">
                <button type="button" class="button grow" onClick={close}>
                  {say("leave.stay")}
                </button>
                <button
                  type="button"
                  class="button danger grow"
                  onClick={async () => {
                    close();
                    await table.leave();
                  }}
                >
                  {say("leave.do")}
                </button>
              </div>
            </>
          )}
        </Dialog>
      )}
    </header>
  );
}

function Menu({ onPick, titles }: { onPick(sheet: Sheet): void; titles: Record<Sheet, string> }) {
  const { view, me } = usePlay();
  const items: [Sheet, IconName, boolean][] = [
    ["rules", "book", true],
    ["log", "log", view.status !== "lobby"],
    ["invite", "share", view.status === "lobby"],
    ["device", "phone", me !== null],
    ["leave", "door", view.actions.includes("leave")],
  ];
  return (
    <>
      <ul class="menu">
        {items
          .filter(([, , shown]) => shown)
          .map(([sheet, icon]) => (
            <li key={sheet}>
              <button type="button" class="menu-item" onClick={() => onPick(sheet)}>
                <Icon name={icon} />
                {titles[sheet]}
              </button>
            </li>
          ))}
      </ul>
      <LanguageChoice />
    </>
  );
}

export function LanguageChoice() {
  const speech = useSpeech();
  const choose = useChooseLanguage();
  return (
    <label class="labelled language">
      <span>{speech.say("language")}</span>
      <select class="field" value={speech.language} onChange={(event) => choose(event.currentTarget.value as Language)}>
        {LANGUAGES.map((language) => (
          <option key={language} value={language} lang={language}>
            {NAMES[language]}
          </option>
        ))}
      </select>
    </label>
  );
}

/** The countdown of whom the table waits for, once it is worth watching. */
function Clock() {
  const speech = useSpeech();
  const { view, now } = usePlay();
  const left = view.status === "roundOver" ? null : secondsUntil(view.deadline, now);
  if (left === null) return null;
  const text = speech.span(left);
  return (
    <p class={left < 20 ? "clock hurry" : "clock"} role="timer" aria-label={speech.say("clock", { time: text })}>
      <Icon name="clock" />
      <span aria-hidden="true">{text}</span>
    </p>
  );
}

