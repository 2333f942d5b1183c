import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { useSpeech } from "../i18n/context";
import { Icon } from "./icons";

interface Props {
  title: string;
  onClose(): void;
  children: ComponentChildren;
}

/** A modal sheet: the browser keeps the focus inside and gives it back afterwards. */
export function Dialog({ title, onClose, children }: Props) {
  const { say } = useSpeech();
  const dialog = useRef<HTMLDialogElement>(null);
  // Closing gives the focus back, also when another sheet follows at once; that
  // close is not the reader's.
  const shown = useRef(true);
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => {
      shown.current = false;
      element?.close();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      class="dialog"
      aria-label={title}
      onClose={() => shown.current && onClose()}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      <div class="dialog-in">
        <div class="dialog-head">
          <h2>{title}</h2>
          <button type="button" class="round" onClick={onClose} aria-label={say("close")}>
            <Icon name="cross" />
          </button>
        </div>
        <div class="dialog-body" tabIndex={0} role="region" aria-label={title}>{children}</div>
      </div>
    </dialog>
  );
}
