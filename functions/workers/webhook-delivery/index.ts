import { randomUUID } from 'node:crypto';
import { given, givenOr } from '#shared/platform/environment';
import { kmsClient } from '#shared/platform/kms-client';
import { writeLog } from '#shared/platform/log';
import { onceMade } from '#shared/platform/once-made';
import { sqsClient } from '#shared/platform/sqs-client';
import { kmsSealer } from '#shared/providers/kms-sealer';
import { rememberingSealer } from '#shared/providers/remembering-sealer';
import { resolveName } from '#shared/providers/resolve-name';
import { sqsQueue, sqsVisibility } from '#shared/providers/sqs-queue';
import { paceOf, systemClock } from '#shared/providers/system-clock';
import { deliveryStore } from '#shared/storage/deliveries';
import { outboxRows } from '#shared/storage/outbox-rows';
import { slowEndpointList } from '#shared/storage/slow-endpoints';
import { webhookEndpointStore } from '#shared/storage/webhook-endpoints';
import { mainTable } from '#shared/wiring/main-table';
import { serverGiven } from '#shared/wiring/server';
import { webhookSender } from '#shared/wiring/webhook-sender';
import { webhookDelivery } from './handler.ts';
import { SlowQueue } from './slow-queue.ts';

export const handler = onceMade(() => {
  const table = mainTable();
  return webhookDelivery({
    deliveries: deliveryStore(table),
    endpoints: webhookEndpointStore(table),
    outbox: outboxRows(table),
    server: serverGiven(),
    sealer: rememberingSealer(kmsSealer(kmsClient(), given('keyId')), systemClock),
    sender: webhookSender({
      lookUp: resolveName,
      baseUrl: given('baseUrl'),
      allowLocalReceivers: givenOr('allowLocalReceivers', 'false') === 'true',
    }),
    retry: sqsQueue(sqsClient(), given('retryQueueUrl')),
    slowQueue: new SlowQueue({
      list: slowEndpointList(table),
      queue: sqsQueue(sqsClient(), given('slowQueueUrl')),
      clock: systemClock,
      log: writeLog,
    }),
    visibility: sqsVisibility(sqsClient(), [given('firstQueueUrl'), given('retryQueueUrl'), given('slowQueueUrl')]),
    clock: systemClock,
    pace: paceOf(Number(givenOr('timeScale', '1'))),
    random: Math.random,
    newToken: randomUUID,
    stage: given('stage'),
    log: writeLog,
  });
});
