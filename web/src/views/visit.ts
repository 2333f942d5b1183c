// How this page came to its table, kept beside its address for as long as the tab has it.

/** Goes to an address without loading the page anew. */
export function visit(address: string, rematch = false): void {
  history.pushState({ rematch }, "", address);
}

/** Whether the table came out of the wish for a rematch. */
export function isRematch(): boolean {
  return (history.state as { rematch?: boolean } | null)?.rematch === true;
}
