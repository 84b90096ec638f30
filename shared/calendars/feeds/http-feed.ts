import {
  FeedFailed,
  type FeedRequest,
  type FeedResponse,
  type FeedValidators,
  type FetchFeed,
} from '#shared/calendars/feeds/ports';
import type { Fetch } from '#shared/calendars/requests/send-request';
import { ProviderDown, ProviderThrottled } from '#shared/calendars/sync/ports';
import type { Clock } from '#shared/foundation/core/clock';
import { ACCEPTED_CODING, isCodedOnce } from '#shared/foundation/core/content-coding';
import { BodyTooLarge } from '#shared/foundation/core/read-at-most';
import { retryAfterMs } from '#shared/foundation/core/retry-after';
import { SECOND_MS } from '#shared/foundation/core/time';

/** Of a file, as it is sent and as it is decoded: docs/limits-and-rules.md#calendar-feeds. */
export const MOST_FEED_BYTES = 10_000_000;
/** From the request to the last byte. */
const DEADLINE_MS = 30 * SECOND_MS;
/** The same, of a feed whose last fetch failed. */
const DEADLINE_AFTER_FAILURE_MS = 10 * SECOND_MS;

interface Needs {
  /** Guarded: it connects to public addresses only, validates redirects, and bounds the bytes as they are sent. */
  readonly fetch: Fetch;
  readonly clock: Clock;
}

/** A feed over HTTP, with its validators. No error holds the URL, or what the server wrote. */
export const httpFeed =
  ({ fetch, clock }: Needs): FetchFeed =>
  async (request) => {
    try {
      return await read(await fetch(requestFor(request)), clock);
    } catch (error) {
      throw ourError(error);
    }
  };

/** The error is not passed on as a cause: it may hold the URL. */
function ourError(error: unknown): unknown {
  if (OUR_ERRORS.some((kind) => error instanceof kind)) return error;
  // `fetch` has an error of its own around the one that ended the body.
  if (error instanceof Error && error.cause instanceof BodyTooLarge) return new FeedFailed('too_large');
  return new ProviderDown('The server of the feed did not respond.');
}

const OUR_ERRORS = [FeedFailed, ProviderDown, ProviderThrottled];

const requestFor = ({ url, known, afterFailure }: FeedRequest): Request =>
  new Request(url, {
    headers: {
      accept: 'text/calendar, */*;q=0.5',
      'accept-encoding': ACCEPTED_CODING,
      'user-agent': 'Rapporteur-Calendar-Feeds',
      ...(known?.etag && { 'if-none-match': known.etag }),
      ...(known?.lastModified && { 'if-modified-since': known.lastModified }),
    },
    signal: AbortSignal.timeout(afterFailure ? DEADLINE_AFTER_FAILURE_MS : DEADLINE_MS),
  });

async function read(response: Response, clock: Clock): Promise<FeedResponse> {
  const { status, headers, body } = response;
  if (status === 304) return { status: 'unchanged' };
  if (status !== 200) {
    await body?.cancel();
    throw errorFor(response, clock);
  }
  if (!isCodedOnce(headers)) {
    await body?.cancel();
    throw new FeedFailed('not_a_calendar');
  }
  return { status: 'changed', validators: validatorsIn(headers), charset: charsetIn(headers), bytes: bytesOf(body) };
}

const validatorsIn = (headers: Headers): FeedValidators => ({
  etag: headers.get('etag'),
  lastModified: headers.get('last-modified'),
});

function errorFor({ status, headers }: Response, clock: Clock): Error {
  if (status === 404 || status === 410) return new FeedFailed('not_found');
  if (status === 401 || status === 403) return new FeedFailed('access_denied');
  if (status === 429 || status === 503)
    return new ProviderThrottled(`The feed answered ${status}.`, retryAfterMs(headers.get('retry-after'), clock.now()));
  return status >= 400 && status <= 499
    ? new FeedFailed('feed_error')
    : new ProviderDown(`The feed answered ${status}.`);
}

/** As in `text/calendar; charset="utf-8"`. */
const charsetIn = (headers: Headers): string | null =>
  /;\s*charset\s*=\s*"?([\w.:-]{1,40})/i.exec(headers.get('content-type') ?? '')?.[1] ?? null;

async function* bytesOf(body: Response['body']): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  try {
    for await (const chunk of body ?? []) {
      bytes += chunk.byteLength;
      if (bytes > MOST_FEED_BYTES) throw new FeedFailed('too_large');
      yield chunk;
    }
  } catch (error) {
    throw ourError(error);
  }
}
