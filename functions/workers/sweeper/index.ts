import { dueRows } from '#shared/events/due-rows';
import { eventBridgeBus } from '#shared/events/event-bus';
import { given } from '#shared/platform/environment';
import { eventBridgeClient } from '#shared/platform/eventbridge-client';
import { gatheringBus, gatheringQueue } from '#shared/platform/gathered';
import { lambdaClient } from '#shared/platform/lambda-client';
import { laterCall } from '#shared/platform/later-call';
import { writeLog } from '#shared/platform/log';
import { onceMade } from '#shared/platform/once-made';
import { sqsClient } from '#shared/platform/sqs-client';
import { sqsQueue } from '#shared/platform/sqs-queue';
import { systemClock } from '#shared/platform/system-clock';
import { slowEndpointList } from '#shared/webhooks/delivery/slow-endpoints-store';
import { mainTable } from '#shared/wiring/main-table';
import { sweep } from './sweep.ts';

export const handler = onceMade(() => {
  const table = mainTable();
  return sweep({
    due: dueRows(table),
    bots: gatheringQueue(sqsQueue(sqsClient(), given('botQueueUrl'))),
    calendars: gatheringQueue(sqsQueue(sqsClient(), given('calendarQueueUrl'))),
    retry: gatheringQueue(sqsQueue(sqsClient(), given('retryQueueUrl'))),
    slow: gatheringQueue(sqsQueue(sqsClient(), given('slowQueueUrl'))),
    slowEndpoints: slowEndpointList(table),
    bus: gatheringBus(eventBridgeBus(eventBridgeClient(), given('busName'))),
    handOn: laterCall(lambdaClient(), given('sweeperFunction')),
    clock: systemClock,
    stage: given('stage'),
    log: writeLog,
  });
});
