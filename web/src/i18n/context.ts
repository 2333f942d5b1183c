import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Language } from "./language";
import type { Speech } from "./speech";

export interface Spoken {
  speech: Speech;
  choose(language: Language): void;
}

export const SpokenContext = createContext<Spoken | null>(null);

function useSpoken(): Spoken {
  const spoken = useContext(SpokenContext);
  if (!spoken) throw new Error("no language around this component");
  return spoken;
}

/** The language that the page speaks. */
export function useSpeech(): Speech {
  return useSpoken().speech;
}

/** What changes the language. */
export function useChooseLanguage(): (language: Language) => void {
  return useSpoken().choose;
}
