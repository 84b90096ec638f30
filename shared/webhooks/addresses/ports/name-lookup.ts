/** Every address of a host name. Rejects if it has none, and when the signal aborts. */
export type NameLookup = (name: string, signal: AbortSignal) => Promise<readonly string[]>;
