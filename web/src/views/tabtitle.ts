import { useEffect } from "preact/hooks";
import type { TableState } from "../game/table";
import type { Speech } from "../i18n/speech";

declare const ICON: string;
declare const ICON_TURN: string;

/** The tab's title and icon tell when this table waits for the viewer. */
export function useTabTitle({ view }: TableState, { say }: Speech): void {
  const me = view?.you?.seat;
  const waited = me !== undefined && view?.status !== "roundOver" && view?.waitingFor.includes(me) === true;
  useEffect(() => {
    document.title = waited ? `● ${say("turn.title")} · ${say("brand")}` : say("brand");
    document.querySelector("link[rel=icon]")?.setAttribute("href", waited ? ICON_TURN : ICON);
    return () => {
      document.title = say("brand");
      document.querySelector("link[rel=icon]")?.setAttribute("href", ICON);
    };
  }, [waited, say]);
}
