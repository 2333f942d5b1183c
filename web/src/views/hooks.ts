import { useEffect, useLayoutEffect, useState } from "preact/hooks";

/** Shows a store's newest state. */
export function useStore<T>(store: { state: T; subscribe(listener: () => void): () => void }): T {
  const [state, setState] = useState(store.state);
  useLayoutEffect(() => {
    setState(store.state);
    return store.subscribe(() => setState(store.state));
  }, [store]);
  return state;
}

/** The server's time now, in milliseconds, renewed four times a second while something runs. */
export function useNow(running: boolean, skew: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!running) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, [running]);
  return now + skew;
}

/** Seconds until a moment, or null without one. */
export function secondsUntil(at: string | null | undefined, now: number): number | null {
  return at ? (Date.parse(at) - now) / 1000 : null;
}
