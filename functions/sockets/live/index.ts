import type { APIGatewayProxyResultV2, APIGatewayProxyWebsocketEventV2 } from 'aws-lambda';
import { admitReader, forgetReader } from '#shared/capture/live-transcripts/commands/admit-reader';
import { isLiveTicket, LIVE_TICKET_KEY } from '#shared/capture/live-transcripts/hmac-tickets';
import type { CommandContext } from '#shared/foundation/commands/context';
import { isAwsError } from '#shared/foundation/core/error-name';
import { Throttled } from '#shared/foundation/core/store';
import { storedKey } from '#shared/foundation/dynamodb/deployment-key';
import type { Queue } from '#shared/foundation/events/ports';
import { kmsClient, sqsClient } from '#shared/foundation/platform/aws-clients';
import { requiredEnv } from '#shared/foundation/platform/environment';
import { kmsSealer } from '#shared/foundation/platform/kms-sealer';
import { withMetrics, writeLog } from '#shared/foundation/platform/log';
import { traceOf } from '#shared/foundation/platform/queue-batch';
import { sqsQueue } from '#shared/foundation/platform/sqs-queue';
import type { BotToServe, IsLiveTicket } from '#shared/meetings/live-transcripts/ports';
import { worker } from '#shared/wiring/worker';

interface Dependencies {
  readonly queue: Queue<BotToServe>;
  readonly isLiveTicket: IsLiveTicket;
  /** A dimension of the metrics. */
  readonly stage: string;
  readonly log: typeof writeLog;
}

/** The event of a route of the WebSocket API; that of `$connect` has the query of the address. */
export type SocketEvent = Pick<APIGatewayProxyWebsocketEventV2, 'requestContext'> & {
  readonly queryStringParameters?: Readonly<Record<string, string | undefined>> | null;
};

/** What the gateway answers to an upgrade. */
const STATUSES = { admitted: 200, refused: 401, ended: 410 } as const;

/** Opens and ends connections that read live transcripts. What a reader sends does not come here: no route takes it. */
export function liveSocket(context: CommandContext, { queue, isLiveTicket, stage, log }: Dependencies) {
  const admit = admitReader({ ...context, queue, isLiveTicket });
  const forget = forgetReader(context);
  return async ({ requestContext, queryStringParameters }: SocketEvent): Promise<APIGatewayProxyResultV2> => {
    const { connectionId, eventType } = requestContext;
    const respond = (outcome: string, statusCode: number) => {
      log({ socket: 'live', event: eventType, outcome });
      return { statusCode };
    };
    if (eventType === 'DISCONNECT') {
      await forget(connectionId);
      return respond('forgotten', 200);
    }
    const { ticket, after } = queryStringParameters ?? {};
    try {
      const outcome = await admit({ connectionId, ticket, after });
      return respond(outcome, STATUSES[outcome]);
    } catch (error) {
      const metrics = { ServiceFaults: { unit: 'Count', value: 1 } } as const;
      const line = { socket: 'live', event: eventType, fault: 'live', ...traceOf(error) };
      log({ ...line, ...withMetrics({ stage, at: context.clock.now(), metrics }) }, 'ERROR');
      if (!(error instanceof Throttled || isAwsError(error))) throw error;
      // The gateway would answer 500. It passes no header of a refused upgrade on, such as `Retry-After`.
      return { statusCode: 503 };
    }
  };
}

export const handler = worker((context) =>
  liveSocket(context, {
    queue: sqsQueue(sqsClient(), requiredEnv('liveQueueUrl')),
    isLiveTicket: isLiveTicket(
      storedKey(LIVE_TICKET_KEY, { ...context, sealer: kmsSealer(kmsClient(), requiredEnv('keyId')) }),
    ),
    stage: requiredEnv('stage'),
    log: writeLog,
  }),
);
