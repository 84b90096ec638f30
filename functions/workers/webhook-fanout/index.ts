import { sqsClient } from '#shared/platform/aws-clients';
import { requiredEnv } from '#shared/platform/environment';
import { lazyHandler } from '#shared/platform/lazy';
import { writeLog } from '#shared/platform/log';
import { sqsQueue } from '#shared/providers/sqs-queue';
import { systemClock } from '#shared/providers/system-clock';
import { deliveryStore } from '#shared/storage/deliveries';
import { outboxRows } from '#shared/storage/outbox-rows';
import { webhookEndpointStore } from '#shared/storage/webhook-endpoints';
import { mainTable } from '#shared/wiring/main-table';
import { serverGiven } from '#shared/wiring/server';
import { webhookFanout } from './handler.ts';

export const handler = lazyHandler(() => {
  const table = mainTable();
  return webhookFanout({
    outbox: outboxRows(table),
    deliveries: deliveryStore(table),
    endpoints: webhookEndpointStore(table),
    first: sqsQueue(sqsClient(), requiredEnv('firstQueueUrl')),
    clock: systemClock,
    server: serverGiven(),
    log: writeLog,
  });
});
