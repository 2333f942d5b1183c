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
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      class="dialog"
      aria-label={title}
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      <div class="dialog-in">
        <header class="dialog-head">
          <h2>{title}</h2>
          <button type="button" class="round" onClick={onClose} aria-label={say("close")}>
            <Icon name="cross" />
          </button>
        </header>
        <div class="dialog-body" tabIndex={0} role="region" aria-label={title}>{children}</div>
      </div>
    </dialog>
  );
}
