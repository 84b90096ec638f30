import { withMetrics } from '#shared/foundation/platform/log';

/** At most one log line a minute from one client of a process. */
const LOG_INTERVAL_MS = 60_000;

interface Needs {
  /** A dimension of the metric: stages may share an account. */
  readonly stage: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly log: (entry: Readonly<Record<string, unknown>>, level: 'ERROR') => void;
}

/** Of any client of the SDK, which all have this and no common type. */
interface Client {
  readonly middlewareStack: { add(middleware: never, options: never): void };
}

type Next = (request: unknown) => Promise<unknown>;

/**
 * Errors that repeating does not mend: a right is missing, the credentials are not those of the account, a key is disabled
 * or pending deletion, a table, bucket or queue is gone, or a request of ours is not one that the service knows.
 */
const DENIALS = new Set([
  'AccessDenied',
  'AccessDeniedException',
  'AllAccessDisabled',
  'DisabledException',
  'ExpiredTokenException',
  'InvalidClientTokenId',
  'KMSInvalidStateException',
  'NoSuchBucket',
  'NotFoundException',
  'QueueDoesNotExist',
  'ResourceNotFoundException',
  'UnrecognizedClientException',
  'ValidationException',
]);

/** What a caller sent is more than a row holds (`TooLarge` of shared/foundation/core/store.ts). */
const ABOUT_AN_ITEM = /^Item size /;

/**
 * Writes an error line with the metric `ServiceFaults` where an AWS service refuses what only a change of the deployment
 * mends; an alarm reads it. It names service, operation and error, without the message, which may quote
 * a row. The caller gets a 503: docs/decisions/aws-outages.md.
 */
export function withDenialMetric<Sdk extends Client>(client: Sdk, { stage, now, log }: Needs): Sdk {
  let loggedAt = Number.NEGATIVE_INFINITY;
  const report = (error: Error, context: unknown) => {
    const at = now();
    if (at - loggedAt < LOG_INTERVAL_MS) return;
    loggedAt = at;
    const metrics = { ServiceFaults: { unit: 'Count', value: 1 } } as const;
    const line = { fault: 'denied', ...requestOf(context), cause: error.name };
    log({ ...line, ...withMetrics({ stage, at, metrics }) }, 'ERROR');
  };
  const middleware = (next: Next, context: unknown) => async (request: unknown) => {
    try {
      return await next(request);
    } catch (error) {
      if (isDenial(error)) report(error, context);
      throw error;
    }
  };
  client.middlewareStack.add(middleware as never, { step: 'initialize', priority: 'high', name: 'denials' } as never);
  return client;
}

const isDenial = (error: unknown): error is Error =>
  error instanceof Error && DENIALS.has(error.name) && !ABOUT_AN_ITEM.test(error.message);

/** `KMSClient` and `DecryptCommand`, as the SDK calls them. */
function requestOf(context: unknown): { readonly client: string; readonly command: string } {
  const { clientName, commandName } = Object(context);
  return { client: String(clientName), command: String(commandName) };
}
