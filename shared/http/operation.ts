import type * as v from 'valibot';
import type { UserId } from '#shared/core/ids';
import type { Instant } from '#shared/core/time';
import type { Keep } from '#shared/events/ports/kept-answers';
import type { Contract } from '#shared/http/contract';

/** Who calls, once the key was judged. */
export interface Caller {
  readonly userId: UserId;
  /** The version that this request is served at. */
  readonly version: string;
  /** Whether older behaviour is kept for this caller, by the name its version change gives it. */
  readonly keeps: (behaviour: string) => boolean;
}

/** What a request says, parsed. */
export interface Input<Params, Query, Body> {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly now: Instant;
  /** Where it came from, for limits that know nobody else. */
  readonly address: string;
  /** The request's address and query as they were written, for links and cursors. */
  readonly asked: Asked;
}

export interface Asked {
  /** Without the query. */
  readonly url: string;
  readonly query: Readonly<Record<string, string>>;
}

/** What is known before the key is judged: enough to start reading, not to answer. */
export type AheadInput<Params, Query, Body> = Input<Params, Query, Body> & { readonly userId: UserId };

/**
 * Does something and answers with what came of it. `run` hands each command `keep`, which goes into the command's own
 * transaction (`Changes.answer`): a second request with the same `Idempotency-Key` then gets this answer again.
 */
export type Once = <Result>(
  reply: (result: Result) => Reply | Promise<Reply>,
  run: (keep: Keep<Result>) => Promise<Result>,
) => Promise<Reply>;

export type Served<Params, Query, Body, Ahead> = Input<Params, Query, Body> & {
  readonly caller: Caller;
  readonly ahead: Ahead;
  readonly once: Once;
};

export interface Reply {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Present for answers that are not JSON; `body` is then the text itself, or the bytes. */
  readonly contentType?: string;
}

type OutputOf<Schema> = Schema extends v.GenericSchema ? v.InferOutput<Schema> : undefined;

/**
 * One endpoint: its contract, what it reads along with the key, and what it does. `ahead` starts every read that the
 * request itself names, so that they travel in the first round trip; `run` awaits them once the key is judged.
 */
export interface Operation {
  readonly contract: Contract;
  readonly ahead: (input: AheadInput<never, never, never>) => Readonly<Record<string, Promise<unknown>>>;
  readonly run: (served: Served<never, never, never, never>) => Promise<Reply>;
}

export function operation<
  Params extends v.GenericSchema,
  Query extends v.GenericSchema,
  Body extends v.GenericSchema | undefined,
  Ahead extends Readonly<Record<string, Promise<unknown>>>,
>(
  contract: Contract<Params, Query, Body>,
  does: {
    readonly ahead: (input: AheadInput<OutputOf<Params>, OutputOf<Query>, OutputOf<Body>>) => Ahead;
    readonly run: (served: Served<OutputOf<Params>, OutputOf<Query>, OutputOf<Body>, Ahead>) => Promise<Reply>;
  },
): Operation {
  return { contract, ...does } as Operation;
}
