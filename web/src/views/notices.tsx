// What the player is told besides the table: a lost connection, a refusal.
import { useEffect, useState } from "preact/hooks";
import { useSpeech } from "../i18n/context";
import { refusal } from "../i18n/refusal";
import { Icon } from "./icons";
import { usePlay } from "./play";

export function Notices() {
  const speech = useSpeech();
  const { say } = speech;
  const { state, story, table } = usePlay();
  const offline = useOffline();
  const { notice } = state;
  let text = "";
  if (notice?.kind === "left") text = say("left.you");
  else if (notice?.kind === "refused") text = refusal(notice.code, speech);
  else if (notice?.kind === "stale") {
    const what = notice.events.map((event) => story.sentence(event)).find(Boolean);
    text = what ? say("notice.stale", { what }) : say("notice.staleNone");
  }
  return (
    <>
      <div class="notices" role="status">
        {offline ? <p class="notice bad">{say("conn.offline")}</p> : state.retrying && <p class="notice bad">{say("conn.retry")}</p>}
      </div>
      <div class="notices" role="alert">
        {text && (
          <p class="notice">
            <span>{text}</span>
            <button type="button" class="round" aria-label={say("close")} onClick={() => table.dismiss()}>
              <Icon name="cross" />
            </button>
          </p>
        )}
      </div>
    </>
  );
}

/** Whether the browser knows that there is no network. */
export function useOffline(): boolean {
  const [offline, setOffline] = useState(!navigator.onLine);
  useEffect(() => {
    const update = () => setOffline(!navigator.onLine);
    window.addEventListener("online", update);
    window.addEventListener("offline", update);
    return () => {
      window.removeEventListener("online", update);
      window.removeEventListener("offline", update);
    };
  }, []);
  return offline;
}
