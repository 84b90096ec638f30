import { randomUUID } from 'node:crypto';
import { kmsClient, sqsClient } from '#shared/platform/aws-clients';
import { envOr, requiredEnv } from '#shared/platform/environment';
import { lazyHandler } from '#shared/platform/lazy';
import { writeLog } from '#shared/platform/log';
import { cachingSealer } from '#shared/providers/caching-sealer';
import { kmsSealer } from '#shared/providers/kms-sealer';
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
import { SlowLane } from './slow-lane.ts';

export const handler = lazyHandler(() => {
  const table = mainTable();
  return webhookDelivery({
    deliveries: deliveryStore(table),
    endpoints: webhookEndpointStore(table),
    outbox: outboxRows(table),
    server: serverGiven(),
    sealer: cachingSealer(kmsSealer(kmsClient(), requiredEnv('keyId')), systemClock),
    sender: webhookSender({
      lookUp: resolveName,
      baseUrl: requiredEnv('baseUrl'),
      allowLocalReceivers: envOr('allowLocalReceivers', 'false') === 'true',
    }),
    retry: sqsQueue(sqsClient(), requiredEnv('retryQueueUrl')),
    slowLane: new SlowLane({
      list: slowEndpointList(table),
      queue: sqsQueue(sqsClient(), requiredEnv('slowQueueUrl')),
      clock: systemClock,
      log: writeLog,
    }),
    visibility: sqsVisibility(sqsClient(), [
      requiredEnv('firstQueueUrl'),
      requiredEnv('retryQueueUrl'),
      requiredEnv('slowQueueUrl'),
    ]),
    clock: systemClock,
    pace: paceOf(Number(envOr('timeScale', '1'))),
    random: Math.random,
    newToken: randomUUID,
    stage: requiredEnv('stage'),
    log: writeLog,
  });
});
