// The order of the ranks: what is due now, and which turns will be mine.
import { RANKS } from "../api/contract";
import { nextRanks } from "../game/ranks";
import { useSpeech } from "../i18n/context";
import { usePlay } from "./play";

export function Track() {
  const speech = useSpeech();
  const { view, me } = usePlay();
  const due = view.turn?.rank;
  const mine = me === null ? [] : nextRanks(view, me, 3);
  return (
    <ol class="track" aria-label={speech.say("ranks")}>
      {RANKS.map((rank) => {
        const turn = mine.includes(rank);
        const now = rank === due;
        return (
          <li key={rank} class={["track-rank", now && "now", turn && "mine"].filter(Boolean).join(" ")} aria-current={now ? "step" : undefined}>
            <span aria-hidden="true">{speech.index(rank)}</span>
            <span class="hidden">
              {speech.rank(rank)}
              {now && `, ${speech.say("ranks.now")}`}
              {turn && `, ${speech.say("ranks.mine")}`}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
