import { eventBridgeClient, lambdaClient, sqsClient } from '#shared/platform/aws-clients';
import { given } from '#shared/platform/environment';
import { lazyHandler } from '#shared/platform/lazy';
import { writeLog } from '#shared/platform/log';
import { eventBridgeBus } from '#shared/providers/event-bus';
import { gatheringBus, gatheringQueue } from '#shared/providers/gathered';
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
    bots: gatheringQueue(sqsQueue(sqsClient(), given('botQueueUrl'))),
    calendars: gatheringQueue(sqsQueue(sqsClient(), given('calendarQueueUrl'))),
    retry: gatheringQueue(sqsQueue(sqsClient(), given('retryQueueUrl'))),
    slow: gatheringQueue(sqsQueue(sqsClient(), given('slowQueueUrl'))),
    slowEndpoints: slowEndpointList(table),
    bus: gatheringBus(eventBridgeBus(eventBridgeClient(), given('busName'))),
    handOn: invokeAsync(lambdaClient(), given('sweeperFunction')),
    clock: systemClock,
    stage: given('stage'),
    log: writeLog,
  });
});
