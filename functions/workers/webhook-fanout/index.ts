import { outboxRows } from '#shared/events/outbox-rows';
import { given } from '#shared/platform/environment';
import { writeLog } from '#shared/platform/log';
import { onceMade } from '#shared/platform/once-made';
import { sqsClient } from '#shared/platform/sqs-client';
import { sqsQueue } from '#shared/platform/sqs-queue';
import { systemClock } from '#shared/platform/system-clock';
import { deliveryStore } from '#shared/webhooks/delivery/store';
import { webhookEndpointStore } from '#shared/webhooks/endpoints/store';
import { mainTable } from '#shared/wiring/main-table';
import { serverGiven } from '#shared/wiring/server';
import { webhookFanout } from './handler.ts';

export const handler = onceMade(() => {
  const table = mainTable();
  return webhookFanout({
    outbox: outboxRows(table),
    deliveries: deliveryStore(table),
    endpoints: webhookEndpointStore(table),
    first: sqsQueue(sqsClient(), given('firstQueueUrl')),
    clock: systemClock,
    server: serverGiven(),
    log: writeLog,
  });
});
