/** What a request is about, whichever provider it goes to. */
export type RequestKind =
  | 'authorize'
  | 'token'
  | 'revoke'
  | 'userinfo'
  | 'events'
  | 'event'
  | 'watch'
  | 'renew'
  | 'stop'
  | 'batch'
  | 'other';

export type Fault =
  /** Google 403 or 429 `rateLimitExceeded`, Microsoft 429; `Retry-After` where seconds are given. */
  | { readonly type: 'throttled'; readonly status?: 403 | 429; readonly retryAfterSeconds?: number }
  | { readonly type: 'down'; readonly status: 500 | 502 | 503 | 504; readonly retryAfterSeconds?: number }
  /** The connection breaks: before the request is looked at, or after it was done. */
  | { readonly type: 'no answer'; readonly done?: boolean }
  /** 401, as for a token that ended. */
  | { readonly type: 'unauthorized' }
  /** Something that is no JSON, with 200. */
  | { readonly type: 'gibberish' };

export interface Faults {
  /** Strikes the next requests (of a kind, where one is named), once each. */
  next(fault: Fault, options?: { readonly kind?: RequestKind; readonly times?: number }): void;
  /** Forgets what has not struck yet. */
  clear(): void;
  /** For the server: the fault that strikes this request. */
  take(kind: RequestKind): Fault | undefined;
}

interface Waiting {
  readonly fault: Fault;
  readonly kind: RequestKind | undefined;
}

export function someFaults(): Faults {
  const waiting: Waiting[] = [];
  return {
    next(fault, { kind, times = 1 } = {}) {
      for (let time = 0; time < times; time += 1) waiting.push({ fault, kind });
    },
    clear() {
      waiting.length = 0;
    },
    take(kind) {
      const at = waiting.findIndex((one) => one.kind === undefined || one.kind === kind);
      return at === -1 ? undefined : waiting.splice(at, 1)[0]?.fault;
    },
  };
}
