import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { withMetrics } from '#shared/platform/metrics';

/** A tenth of the five minutes that receivers tolerate in a signature's timestamp (docs/api/webhooks.md). */
const NOTED_FROM_MS = 30_000;
/** One line a minute from one process tells enough. */
const NOTED_EVERY_MS = 60_000;

interface Needs {
  readonly stage: string;
  /** Milliseconds since 1970, by our own clock. */
  readonly now: () => number;
  readonly log: (entry: Readonly<Record<string, unknown>>, level: 'ERROR') => void;
}

/**
 * Compares our clock with the `Date` of each of the table's answers, and says so where they are half a minute apart:
 * time stamps, signatures and due times all come from that one clock. Nothing is corrected, for then there would be two.
 */
export function watchingItsClock(client: DynamoDBClient, { stage, now, log }: Needs): DynamoDBClient {
  let notedAt = Number.NEGATIVE_INFINITY;
  const compare = (date: string | undefined) => {
    const at = now();
    const skewMs = Math.abs(at - Date.parse(date ?? ''));
    // An answer without a readable date says nothing.
    if (!(skewMs >= NOTED_FROM_MS) || at - notedAt < NOTED_EVERY_MS) return;
    notedAt = at;
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
