import { dueRows } from '#shared/foundation/events/due-rows';
import { eventBridgeBus } from '#shared/foundation/events/event-bus';
import { eventBridgeClient, lambdaClient, sqsClient } from '#shared/foundation/platform/aws-clients';
import { batchingBus, batchingQueue } from '#shared/foundation/platform/batched-sends';
import { lazyHandler, requiredEnv } from '#shared/foundation/platform/environment';
import { invokeAsync } from '#shared/foundation/platform/invoke';
import { writeLog } from '#shared/foundation/platform/log';
import { sqsKeyQueue, sqsQueue } from '#shared/foundation/platform/sqs-queue';
import { systemClock } from '#shared/foundation/platform/system-clock';
import { slowEndpointList } from '#shared/webhooks/delivery/slow-endpoints-store';
import { mainTable } from '#shared/wiring/main-table';
import { sweep } from './sweep.ts';

export const handler = lazyHandler(() => {
  const table = mainTable();
  return sweep({
    due: dueRows(table),
    bots: batchingQueue(sqsKeyQueue(sqsClient(), requiredEnv('botQueueUrl'))),
    live: batchingQueue(sqsKeyQueue(sqsClient(), requiredEnv('liveQueueUrl'))),
    calendars: sqsKeyQueue(sqsClient(), requiredEnv('calendarQueueUrl')),
    retry: batchingQueue(sqsQueue(sqsClient(), requiredEnv('retryQueueUrl'))),
    slow: batchingQueue(sqsQueue(sqsClient(), requiredEnv('slowQueueUrl'))),
    slowEndpoints: slowEndpointList(table),
    workers: {
      housekeeping: batchingQueue(sqsQueue(sqsClient(), requiredEnv('housekeepingQueueUrl'))),
      orders: batchingQueue(sqsQueue(sqsClient(), requiredEnv('orderQueueUrl'))),
      media: batchingQueue(sqsQueue(sqsClient(), requiredEnv('mediaQueueUrl'))),
    },
    bus: batchingBus(eventBridgeBus(eventBridgeClient(), requiredEnv('busName'))),
    continueIn: invokeAsync(lambdaClient(), requiredEnv('sweeperFunction')),
    clock: systemClock,
    stage: requiredEnv('stage'),
    log: writeLog,
  });
});
