// A link to hand on: copy it, share it, show it as a QR code.
import { useEffect, useState } from "preact/hooks";
import { useSpeech } from "../i18n/context";
import { Icon } from "./icons";

interface Props {
  url: string;
  label: string;
  title: string;
}

export function LinkBox({ url, label, title }: Props) {
  const { say } = useSpeech();
  const [copied, setCopied] = useState(false);
  const [shown, setShown] = useState(false);
  const copy = async (field: HTMLInputElement | null) => {
    try {
      await navigator.clipboard.writeText(url);
    } catch {
      // No clipboard on plain http: the selected text is there to be copied by hand.
      field?.select();
      if (!document.execCommand("copy")) return;
    }
    setCopied(true);
  };
  const share = typeof navigator.share === "function";
  return (
    <div class="linkbox">
      <input
        class="field link"
        readOnly
        value={url}
        aria-label={label}
        onFocus={(event) => event.currentTarget.select()}
      />
      <div class="row">
        <button
          type="button"
          class="button grow"
          onClick={(event) => copy(event.currentTarget.closest(".linkbox")?.querySelector("input") ?? null)}
        >
          <Icon name={copied ? "check" : "copy"} />
          <span aria-live="polite">{copied ? say("copied") : say("copy")}</span>
        </button>
        {share && (
          <button type="button" class="button grow" onClick={() => navigator.share({ title, url }).catch(() => undefined)}>
            <Icon name="share" />
            {say("invite.share")}
          </button>
        )}
        <button type="button" class="button" aria-expanded={shown} aria-label={say("invite.code")} onClick={() => setShown(!shown)}>
          <Icon name="code" />
        </button>
      </div>
      {shown && <Code text={url} />}
    </div>
  );
}

/** The QR code, drawn as one path; its library comes only when somebody wants it. */
function Code({ text }: { text: string }) {
  const { say } = useSpeech();
  const [drawing, setDrawing] = useState<{ size: number; path: string } | null>(null);
  useEffect(() => {
    let wanted = true;
    void import("./code").then(({ draw }) => wanted && setDrawing(draw(text)));
    return () => {
      wanted = false;
    };
  }, [text]);
  if (!drawing) return null;
  const { size, path } = drawing;
  return (
    <svg class="code" viewBox={`-4 -4 ${size + 8} ${size + 8}`} role="img" aria-label={say("invite.code")}>
      <path class="code-paper" d={`M-4-4h${size + 8}v${size + 8}h-${size + 8}z`} />
      <path class="code-ink" d={path} />
    </svg>
  );
}
