import { retryAfterMs } from './retry-after.js';
import { wholeResponse } from './whole-response.js';

type Fetch = (request: Request) => Promise<Response>;

export interface RetryOptions {
  /** How often a request is repeated at most. */
  readonly maxRetries: number;
  /** Milliseconds until one attempt is given up. */
  readonly timeoutMs: number;
  readonly fetch: Fetch;
  readonly sleep: (milliseconds: number) => Promise<void>;
  /** Unix milliseconds. */
  readonly now: () => number;
  /** From 0 up to, not including, 1. */
  readonly random: () => number;
  readonly idempotencyKey: () => string;
}

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 60_000;
/** Statuses after which the same request may succeed. A refusal for any other reason would only be repeated. */
const RETRIED = [429, 500, 502, 503, 504];

/**
 * A fetch that repeats requests which were limited, failed in the service, or got no whole response. A `Retry-After`
 * header, of seconds or a date, is honoured up to a minute; without one the pause doubles from half a second, with jitter.
 * Each POST gets an `Idempotency-Key`, so that it runs once however often it is sent.
 */
export function retrying({ maxRetries, timeoutMs, fetch, sleep, now, random, idempotencyKey }: RetryOptions): Fetch {
  const pauseOf = (attempt: number, response: Response | undefined): number => {
    const asked = response && retryAfterMs(response.headers, now());
    const own = FIRST_PAUSE_MS * 2 ** attempt * (0.5 + random() / 2);
    return Math.min(LONGEST_PAUSE_MS, asked ?? own);
  };

  const attempt = async (request: Request): Promise<Response | Error> => {
    const signal = AbortSignal.any([request.signal, AbortSignal.timeout(timeoutMs)]);
    try {
      return await wholeResponse(await fetch(new Request(request, { signal })));
    } catch (error) {
      request.signal.throwIfAborted();
      return error instanceof Error ? error : new Error(String(error));
    }
  };

  return async (given) => {
    const request = withKey(given, idempotencyKey);
    for (let nth = 0; ; nth += 1) {
      const outcome = await attempt(request.clone());
      const response = outcome instanceof Error ? undefined : outcome;
      const isFinal = nth >= maxRetries || (response !== undefined && !RETRIED.includes(response.status));
      if (isFinal && outcome instanceof Error) throw outcome;
      if (isFinal && response) return response;
      // Frees the connection; the pause does not wait for it.
      response?.body?.cancel().catch(() => undefined);
      await sleep(pauseOf(nth, response));
    }
  };
}

function withKey(request: Request, idempotencyKey: () => string): Request {
  if (request.method !== 'POST' || request.headers.has('idempotency-key')) return request;
  const keyed = new Request(request);
  keyed.headers.set('idempotency-key', idempotencyKey());
  return keyed;
}
