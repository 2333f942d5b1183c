// What a person chose once and expects to find again.
import type { Level } from "../api/contract";
import type { Language } from "../i18n/language";
import { read, write } from "./tokens";

export interface Settings {
  name: string;
  level: Level;
  opponents: number;
  language?: Language;
}

const KEY = "cheat.settings";

export function loadSettings(storage: Storage): Settings {
  return { name: "", level: "normal", opponents: 3, ...read<Partial<Settings>>(storage, KEY, {}) };
}

export function saveSettings(storage: Storage, change: Partial<Settings>): void {
  write(storage, KEY, { ...loadSettings(storage), ...change });
}
