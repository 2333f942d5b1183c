// What happened, in words: first what was announced since the last pick-up,
// then everything, newest first, with the cards that were turned over.
import { OpenCard } from "../cards/card";
import { useSpeech } from "../i18n/context";
import { usePlay } from "./play";

export function Log() {
  const speech = useSpeech();
  const { say } = speech;
  const { story, state } = usePlay();
  const lines = story.lines(state.events);
  const taken = lines.findLastIndex((line) => ["called", "paleShown", "dealt"].includes(line.type));
  const since = lines.slice(taken + 1).filter((line) => line.type === "played");
  return (
    <div class="log">
      <h3>{say("log.since")}</h3>
      {since.length > 0 ? (
        <ol class="log-since">
          {since.map((line, i) => (
            <li key={i}>{line.text}</li>
          ))}
        </ol>
      ) : (
        <p class="soft small">{say("log.none")}</p>
      )}
      <h3>{say("log.older")}</h3>
      <ol class="log-all">
        {lines
          .map((line, i) => (
            <li key={i} class={`log-line log-${line.type}`}>
              <time dateTime={line.at}>{speech.time(line.at)}</time>
              <span>
                {line.text}
                {line.cards && (
                  <span class="log-cards">
                    {line.cards.map((card, at) => (
                      <OpenCard key={at} card={card} />
                    ))}
                  </span>
                )}
              </span>
            </li>
          ))
          .reverse()}
      </ol>
    </div>
  );
}
