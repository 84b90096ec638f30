import { given } from '#shared/platform/environment';
import { writeLog } from '#shared/platform/log';
import { onceMade } from '#shared/platform/once-made';
import { sqsClient } from '#shared/platform/sqs-client';
import { sqsQueue } from '#shared/providers/sqs-queue';
import { systemClock } from '#shared/providers/system-clock';
import { deliveryStore } from '#shared/storage/deliveries';
import { outboxRows } from '#shared/storage/outbox-rows';
import { webhookEndpointStore } from '#shared/storage/webhook-endpoints';
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
