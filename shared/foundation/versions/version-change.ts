/** Plain JSON: version changes use no types of the service, so that they never have to change with them. */
export type Shape = { readonly [key: string]: unknown };

/** Properties of the server that older versions show. */
export interface Server {
  /** The IANA zone whose offset timestamps have before 2026-10-12. */
  readonly zone: string;
}

/** One change that an existing integration could notice. The summary is its entry in the changelog. */
export interface VersionChange {
  readonly summary: string;
  /** Converts a response from newer to older, by the resource's `object`. */
  readonly answers?: Readonly<Record<string, (newer: Shape, server: Server) => Shape>>;
  /** Converts a request from older to newer, by operation (`POST /bots`). */
  readonly requests?: Readonly<Record<string, (older: Shape) => Shape>>;
  /** Fields of older responses with JSON of a partner: the chain does not look into them. */
  readonly opaque?: readonly string[];
  /** Names checked with `caller.keeps(...)`: older behaviour other than the shape. */
  readonly behaviours?: readonly string[];
}

export interface Release {
  /** ISO date. */
  readonly date: string;
  /** In the order of the changelog. */
  readonly changes: readonly VersionChange[];
}
