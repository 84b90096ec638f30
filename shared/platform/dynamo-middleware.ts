import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { getSchemaSerdePlugin } from '@smithy/core/schema';
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

/** The `User-Agent` header of requests to DynamoDB, which CloudTrail records. */
const USER_AGENT = 'Rapporteur (aws-sdk-js)';

/**
 * Leaves out what the SDK does again for every request, and need not (docs/decisions/request-pipeline.md). The
 * logger copies requests and responses to redact them, even when no log is configured. The `User-Agent` is composed of
 * values that never change. The signer is made from a copy of the whole configuration; it is kept, as
 * region and service of a client never change, and looks up the credentials for each signature. The middleware stack of
 * an operation is resolved once: add all middleware before the first request.
 *
 * The configuration is copied three times for each request. In it, `credentials` is an accessor, and V8 copies such an
 * object ten times as slowly as one of plain properties, which the client and its serializer get instead.
 */
export function withoutRepeatedWork(client: DynamoDBClient): DynamoDBClient {
  const { config, middlewareStack } = client;
  middlewareStack.remove('loggerMiddleware');
  middlewareStack.remove('getUserAgentMiddleware');
  middlewareStack.add(
    (next) => (args) => {
      (args.request as { readonly headers: Record<string, string> }).headers['user-agent'] = USER_AGENT;
      return next(args);
    },
    { step: 'build', priority: 'low', name: 'userAgent' },
  );
  const makeSigner = config.signer;
  let signer: ReturnType<typeof makeSigner> | undefined;
  config.signer = (scheme) => {
    signer ??= makeSigner(scheme).catch((error) => {
      signer = undefined;
      throw error;
    });
    return signer;
  };
  const plain = { ...config, cacheMiddleware: true };
  // Takes the place of the plugin of the same name, which holds the other configuration.
  middlewareStack.use(getSchemaSerdePlugin(plain));
  return Object.assign(client, { config: plain });
}
