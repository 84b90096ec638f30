import type { RequestKind } from './faults.ts';

/** Method, path, and what such a request is about. */
export type Kinds = readonly (readonly [string, RegExp, RequestKind])[];

export const kindFrom =
  (kinds: Kinds) =>
  (method: string, path: string): RequestKind | undefined =>
    kinds.find(([wanted, pattern]) => wanted === method && pattern.test(path))?.[2];
