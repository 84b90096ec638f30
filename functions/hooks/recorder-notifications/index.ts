import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { type ChangedBot, handleRecorderWebhook } from '#shared/capture/bots/commands/handle-recorder-webhook';
import { recorderHints } from '#shared/capture/recorders/registry/recorder-hints';
import type { Queue } from '#shared/foundation/events/ports';
import { kmsClient, sqsClient } from '#shared/foundation/platform/aws-clients';
import { cachingSealer } from '#shared/foundation/platform/caching-sealer';
import { requiredEnv } from '#shared/foundation/platform/environment';
import { kmsSealer } from '#shared/foundation/platform/kms-sealer';
import { writeLog } from '#shared/foundation/platform/log';
import { traceOf } from '#shared/foundation/platform/queue-batch';
import { sqsQueue } from '#shared/foundation/platform/sqs-queue';
import type { ErasureContext } from '#shared/meetings/erasures/ports';
import type { BotToServe } from '#shared/meetings/live-transcripts/ports';
import type { RecorderHints } from '#shared/meetings/recorders/registry/ports';
import { personHashesFromEnvironment } from '#shared/wiring/person-hashes';
import { ADAPTERS } from '#shared/wiring/recorder-adapters';
import { worker } from '#shared/wiring/worker';

interface Dependencies {
  readonly hints: RecorderHints;
  readonly queue: Queue<ChangedBot>;
  readonly liveQueue: Queue<BotToServe>;
  readonly log: typeof writeLog;
}

const PATH = /^\/hooks\/recorders\/([a-z0-9][a-z0-9-]{0,39})\/([\w-]{1,100})$/;
/** A webhook with a live transcript takes some kilobytes. Anyone may send a body: it is not verified beyond this. */
const MAX_BODY_BYTES = 256_000;
const HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' } as const;

/**
 * Answers webhooks of recorders, verified or not, alike: the response shows neither which recorders exist nor which bots.
 * An error of ours does not make a recorder send again, since every bot is polled anyway.
 */
export function recorderNotifications(context: ErasureContext, { hints, queue, liveQueue, log }: Dependencies) {
  const handle = handleRecorderWebhook({ ...context, hints, queue, liveQueue });
  return async (event: APIGatewayProxyEventV2): Promise<APIGatewayProxyStructuredResultV2> => {
    const [, name = '', token = ''] = PATH.exec(event.rawPath) ?? [];
    if (name === '') return { statusCode: 404, headers: HEADERS };
    if (event.requestContext.http.method !== 'POST') return { statusCode: 405, headers: { ...HEADERS, allow: 'POST' } };
    try {
      const rawBody = bodyOf(event);
      const outcome =
        Buffer.byteLength(rawBody) > MAX_BODY_BYTES
          ? 'too long'
          : await handle({ name, token, rawBody, headers: headersOf(event) });
      log({ hook: 'recorder-notifications', recorder: name, outcome });
    } catch (error) {
      log({ hook: 'recorder-notifications', recorder: name, ...traceOf(error) }, 'ERROR');
    }
    return { statusCode: 200, headers: HEADERS };
  };
}

const bodyOf = ({ body = '', isBase64Encoded }: APIGatewayProxyEventV2): string =>
  isBase64Encoded ? Buffer.from(body, 'base64').toString('utf8') : body;

const headersOf = ({ headers }: APIGatewayProxyEventV2) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

export const handler = worker((context) => {
  const sealer = cachingSealer(kmsSealer(kmsClient(), requiredEnv('keyId')), context.clock);
  return recorderNotifications(
    { ...context, personHashes: personHashesFromEnvironment(context) },
    {
      hints: recorderHints({ ...context, sealer, adapters: ADAPTERS }),
      queue: sqsQueue(sqsClient(), requiredEnv('botQueueUrl')),
      liveQueue: sqsQueue(sqsClient(), requiredEnv('liveQueueUrl')),
      log: writeLog,
    },
  );
});
