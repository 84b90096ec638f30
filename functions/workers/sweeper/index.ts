import { eventBridgeClient, lambdaClient, sqsClient } from '#shared/platform/aws-clients';
import { requiredEnv } from '#shared/platform/environment';
import { lazyHandler } from '#shared/platform/lazy';
import { writeLog } from '#shared/platform/log';
import { batchingBus, batchingQueue } from '#shared/providers/batched-sends';
import { eventBridgeBus } from '#shared/providers/event-bus';
import { invokeAsync } from '#shared/providers/invoke-async';
import { sqsQueue } from '#shared/providers/sqs-queue';
import { systemClock } from '#shared/providers/system-clock';
import { dueRows } from '#shared/storage/due-rows';
import { slowEndpointList } from '#shared/storage/slow-endpoints';
import { mainTable } from '#shared/wiring/main-table';
import { sweep } from './sweep.ts';

export const handler = lazyHandler(() => {
  const table = mainTable();
  return sweep({
    due: dueRows(table),
    bots: batchingQueue(sqsQueue(sqsClient(), requiredEnv('botQueueUrl'))),
    calendars: batchingQueue(sqsQueue(sqsClient(), requiredEnv('calendarQueueUrl'))),
    retry: batchingQueue(sqsQueue(sqsClient(), requiredEnv('retryQueueUrl'))),
    slow: batchingQueue(sqsQueue(sqsClient(), requiredEnv('slowQueueUrl'))),
    slowEndpoints: slowEndpointList(table),
    bus: batchingBus(eventBridgeBus(eventBridgeClient(), requiredEnv('busName'))),
    handOn: invokeAsync(lambdaClient(), requiredEnv('sweeperFunction')),
    clock: systemClock,
    stage: requiredEnv('stage'),
    log: writeLog,
  });
});
