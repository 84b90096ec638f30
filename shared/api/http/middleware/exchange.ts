import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import type { Caller, Endpoint } from '#shared/api/http/endpoint';
import type { IdempotentRequest } from '#shared/api/http/idempotency';
import type { AppContext } from '#shared/api/http/ports';
import type { AnyInput, AnyNamed } from '#shared/api/http/request/read-request';
import type { UserId } from '#shared/foundation/core/ids';
import type { Instant } from '#shared/foundation/core/time';
import type { Contract } from '#shared/foundation/http/contract';
import type { Incoming } from '#shared/foundation/http/request/incoming';
import type { Matched } from '#shared/foundation/http/request/match-operation';
import type { Reply } from '#shared/foundation/http/response/reply';

/** Something that was computed or thrown before it is known whether it is needed. */
export type Attempted<Value> = { readonly value: Value } | { readonly error: unknown };

/** One request on its way through the middleware: each adds what it found out, the next ones build on it. */
export interface Exchange {
  readonly incoming: Incoming;
  readonly startedAt: Instant;
  /** Method and path as the contract names them; `(no endpoint)` where none matches. */
  operation: string;
  /** The version that this request is served at. */
  version: string;
  userId: UserId | undefined;
  deprecated?: Contract['deprecated'];
  /** Set by `matchRoute`. */
  matched?: Matched<Endpoint>;
  /** Set by `resolveVersion`: what the header asks for. */
  versionAsked?: string | undefined;
  /** Set by `prefetch`: the context of this request alone. */
  context?: AppContext;
  prefetched?: Prefetched;
  /** Set by `authenticate`. */
  caller?: Caller;
  /** Set by `parseInput`. */
  input?: AnyInput;
  /** Set by the endpoint or by `renderErrors`; `respond` makes the gateway's result of it. */
  reply?: Reply;
  /** The defect behind a 500, or the failure of an AWS service behind a 503, for the log. */
  defect?: string;
}

/** What was read and started along with the read of the key. */
export interface Prefetched {
  readonly named: Attempted<AnyNamed>;
  /** Whether the reads that the body names were started. */
  readonly isBodyRead: boolean;
  /** Lets the reads through that wait for the key. */
  readonly admitReads: () => void;
  readonly idempotent: Attempted<IdempotentRequest | undefined>;
  readonly claim: { readonly userId: UserId; readonly digest: string };
}

export type Event = APIGatewayProxyEventV2;
export type Result = APIGatewayProxyStructuredResultV2;

/** The invocation's context, with the exchange that the first middleware puts there. */
export type Invocation = Context & { exchange: Exchange };

/** A middleware of the API. */
export type HttpMiddleware = MiddlewareObj<Event, Result, Error, Invocation>;

export function attempt<Value>(compute: () => Value): Attempted<Value> {
  try {
    return { value: compute() };
  } catch (error) {
    return { error };
  }
}

/** The value that an earlier middleware sets; throws where it did not run. */
export function required<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('A middleware is out of order.');
  return value;
}

/** Starts work that is asked for again where it is needed; its error is thrown there. */
export function started(start: () => unknown): void {
  const reading = attempt(start);
  if (!('value' in reading)) return;
  for (const one of [reading.value].flat()) if (one instanceof Promise) one.catch(() => undefined);
}
