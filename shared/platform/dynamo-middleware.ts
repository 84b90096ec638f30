import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { withMetrics } from '#shared/platform/log';

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

const dateOf = (response: unknown): string | undefined => {
  const headers = (response as { readonly headers?: Readonly<Record<string, string>> } | undefined)?.headers;
  return headers?.['date'];
};
