import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { withMetrics } from '#shared/foundation/platform/log';

/** A tenth of the five minutes that receivers tolerate in the timestamp of a signature. */
const MIN_SKEW_MS = 30_000;
/** At most one log line a minute from one process. */
const LOG_INTERVAL_MS = 60_000;

interface Needs {
  readonly stage: string;
  /** Milliseconds since 1970, by the clock of this process. */
  readonly now: () => number;
  readonly log: (entry: Readonly<Record<string, unknown>>, level: 'ERROR') => void;
}

/**
 * Compares the clock of this process with the `Date` header of each DynamoDB response, and logs a difference of half a
 * minute or more as a metric: timestamps, signatures and due times all come from that clock. It is not corrected.
 */
export function withClockSkewMetric(client: DynamoDBClient, { stage, now, log }: Needs): DynamoDBClient {
  let loggedAt = Number.NEGATIVE_INFINITY;
  const compare = (date: string | undefined) => {
    const at = now();
    const skewMs = Math.abs(at - Date.parse(date ?? ''));
    // A response without a valid date is ignored.
    if (!(skewMs >= MIN_SKEW_MS) || at - loggedAt < LOG_INTERVAL_MS) return;
    loggedAt = at;
    const ClockSkewSeconds = { unit: 'Seconds', value: Math.round(skewMs / 1_000) } as const;
    log({ error: 'clock skew', ...withMetrics({ stage, at, metrics: { ClockSkewSeconds } }) }, 'ERROR');
  };
  client.middlewareStack.add(
    (next) => async (request) => {
      const answer = await next(request);
      compare(dateOf(answer.response));
      return answer;
    },
    { step: 'deserialize', priority: 'high', name: 'clockSkew' },
  );
  return client;
}

/** What DynamoDB refuses for its load: as an error, or as a reason among those of a cancelled transaction. */
const THROTTLES = new Set([
  'ProvisionedThroughputExceeded',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'ThrottlingError',
  'ThrottlingException',
]);

/**
 * Counts the requests that the table or an index throttled, those included that the SDK repeats, and logs them as a
 * metric, at most one line a minute from one process. DynamoDB's own metrics count them by table and index, and an alarm
 * pays for each: docs/decisions/alarms.md.
 */
export function withThrottleMetric(client: DynamoDBClient, { stage, now, log }: Needs): DynamoDBClient {
  let loggedAt = Number.NEGATIVE_INFINITY;
  let count = 0;
  const add = () => {
    const at = now();
    count += 1;
    if (at - loggedAt < LOG_INTERVAL_MS) return;
    const metrics = { TableThrottled: { unit: 'Count', value: count } } as const;
    log({ error: 'table throttled', ...withMetrics({ stage, at, metrics }) }, 'ERROR');
    loggedAt = at;
    count = 0;
  };
  client.middlewareStack.add(
    (next) => async (request) => {
      try {
        return await next(request);
      } catch (error) {
        if (isThrottle(error)) add();
        throw error;
      }
    },
    { step: 'deserialize', priority: 'high', name: 'throttles' },
  );
  return client;
}

const isThrottle = (error: unknown): boolean =>
  error instanceof Error &&
  (THROTTLES.has(error.name) || cancellationsOf(error).some(({ Code }) => THROTTLES.has(String(Code))));

const cancellationsOf = (error: Error): readonly { readonly Code?: unknown }[] =>
  'CancellationReasons' in error && Array.isArray(error.CancellationReasons) ? error.CancellationReasons : [];

const dateOf = (response: unknown): string | undefined => {
  const headers = (response as { readonly headers?: Readonly<Record<string, string>> } | undefined)?.headers;
  return headers?.['date'];
};
