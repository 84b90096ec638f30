/** Every address of a name. Rejects where it has none, and when the signal says that nobody waits any more. */
export type NameLookup = (name: string, signal: AbortSignal) => Promise<readonly string[]>;
