/** Plain JSON: old changes know no types of ours, so they stay as they were written. */
export type Shape = { readonly [key: string]: unknown };

/** Who answers: older versions show something of it. */
export interface Server {
  /** IANA zone in whose offset it tells times before 2026-10-12. */
  readonly zone: string;
}

/** One thing that an existing integration could notice. The summary is the changelog's sentence. */
export interface VersionChange {
  readonly summary: string;
  /** From the newer answer to the older, by the resource's `object`. */
  readonly answers?: Readonly<Record<string, (newer: Shape, server: Server) => Shape>>;
  /** From the older request to the newer, by operation (`POST /bots`). */
  readonly requests?: Readonly<Record<string, (older: Shape) => Shape>>;
  /** Fields of older answers that hold whatever JSON others wrote: nothing looks into them. */
  readonly opaque?: readonly string[];
  /** Names asked for with `caller.keeps(...)`: what older pins keep that is no matter of shape. */
  readonly behaviours?: readonly string[];
}

export interface Release {
  /** ISO date. */
  readonly date: string;
  /** In the order they are told. */
  readonly changes: readonly VersionChange[];
}
