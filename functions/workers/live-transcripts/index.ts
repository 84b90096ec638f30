import * as v from 'valibot';
import { groupFeed, type ServeContext, serveFeed } from '#shared/capture/live-transcripts/commands/serve-feed';
import { gatewayConnections } from '#shared/capture/live-transcripts/gateway-connections';
import { id, instant } from '#shared/foundation/dynamodb/row-parts';
import type { Visibility } from '#shared/foundation/events/ports';
import { s3FileStorage } from '#shared/foundation/files/s3-file-storage';
import { liveConnectionsClient, s3Client, sqsClient } from '#shared/foundation/platform/aws-clients';
import { requiredEnv } from '#shared/foundation/platform/environment';
import { writeLog } from '#shared/foundation/platform/log';
import { type BatchResponse, eachMessage, type QueueEvent } from '#shared/foundation/platform/queue-batch';
import { sqsQueue, sqsVisibility } from '#shared/foundation/platform/sqs-queue';
import { sleep } from '#shared/foundation/platform/system-clock';
import { loggingRecorders } from '#shared/wiring/logged-recorders';
import { personHashesFromEnvironment } from '#shared/wiring/person-hashes';
import { recordersFromEnvironment } from '#shared/wiring/recorders';
import { worker } from '#shared/wiring/worker';

/** From ourselves, with the workspace; from the sweeper, without. */
const Message = v.object({
  botId: id('bot'),
  workspaceId: v.exactOptional(id('wks')),
  lookAt: v.exactOptional(instant),
});

interface Dependencies {
  readonly log: typeof writeLog;
  /** Of its queue. */
  readonly visibility?: Visibility;
}

const WORKER = 'live-transcripts';

/** Serves the readers of live transcripts, each bot by itself: only the failed ones are returned to the queue. */
export function liveTranscripts(context: ServeContext, { log, visibility }: Dependencies) {
  const recorders = loggingRecorders(context.recorders, { worker: WORKER, log });
  const serve = serveFeed({ ...context, recorders });
  const group = groupFeed(context);
  const work = ({ workspaceId, ...message }: v.InferOutput<typeof Message>): Promise<string> =>
    workspaceId ? serve({ ...message, workspaceId }) : group(message);
  return (event: QueueEvent): Promise<BatchResponse> =>
    eachMessage(event, {
      worker: WORKER,
      read: (body) => v.parse(Message, JSON.parse(body)),
      visibility,
      work,
      log,
    });
}

export const handler = worker((context) => {
  const files = s3FileStorage(s3Client(), requiredEnv('filesBucket'), context.clock);
  return liveTranscripts(
    {
      ...context,
      personHashes: personHashesFromEnvironment(context),
      recorders: recordersFromEnvironment(context, files, __dirname),
      connections: gatewayConnections(liveConnectionsClient()),
      queue: sqsQueue(sqsClient(), requiredEnv('liveQueueUrl')),
      sleep,
    },
    { log: writeLog, visibility: sqsVisibility(sqsClient(), [requiredEnv('liveQueueUrl')]) },
  );
});
