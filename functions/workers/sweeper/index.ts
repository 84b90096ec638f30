import { dueRows } from '#shared/events/due-rows';
import { eventBridgeBus } from '#shared/events/event-bus';
import { eventBridgeClient, lambdaClient, sqsClient } from '#shared/platform/aws-clients';
import { batchingBus, batchingQueue } from '#shared/platform/batched-sends';
import { lazyHandler, requiredEnv } from '#shared/platform/environment';
import { invokeAsync } from '#shared/platform/invoke';
import { writeLog } from '#shared/platform/log';
import { sqsKeyQueue, sqsQueue } from '#shared/platform/sqs-queue';
import { systemClock } from '#shared/platform/system-clock';
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
