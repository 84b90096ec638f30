import { randomUUID } from 'node:crypto';
import { kmsClient, sqsClient } from '#shared/platform/aws-clients';
import { cachingSealer } from '#shared/platform/caching-sealer';
import { envOr, requiredEnv } from '#shared/platform/environment';
import { kmsSealer } from '#shared/platform/kms-sealer';
import { lazyHandler } from '#shared/platform/lazy';
import { writeLog } from '#shared/platform/log';
import { sqsQueue, sqsVisibility } from '#shared/platform/sqs-queue';
import { paceOf, systemClock } from '#shared/platform/system-clock';
import { resolveName } from '#shared/webhooks/addresses/resolve-name';
import { slowEndpointList } from '#shared/webhooks/delivery/slow-endpoints-store';
import { deliveryStore } from '#shared/webhooks/delivery/store';
import { mainTable } from '#shared/wiring/main-table';
import { serverGiven } from '#shared/wiring/server';
import { webhookSender } from '#shared/wiring/webhook-sender';
import { webhookDelivery } from './handler.ts';
import { SlowQueue } from './slow-queue.ts';

export const handler = lazyHandler(() => {
  const table = mainTable();
  return webhookDelivery({
    table,
    deliveries: deliveryStore(table),
    server: serverGiven(),
    sealer: cachingSealer(kmsSealer(kmsClient(), requiredEnv('keyId')), systemClock),
    sender: webhookSender({
      lookUp: resolveName,
      baseUrl: requiredEnv('baseUrl'),
      allowLocalReceivers: envOr('allowLocalReceivers', 'false') === 'true',
    }),
    retry: sqsQueue(sqsClient(), requiredEnv('retryQueueUrl')),
    slowQueue: new SlowQueue({
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
