import { randomUUID } from 'node:crypto';
import { given, givenOr } from '#shared/platform/environment';
import { kmsClient } from '#shared/platform/kms-client';
import { kmsSealer } from '#shared/platform/kms-sealer';
import { writeLog } from '#shared/platform/log';
import { onceMade } from '#shared/platform/once-made';
import { rememberingSealer } from '#shared/platform/remembering-sealer';
import { sqsClient } from '#shared/platform/sqs-client';
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

export const handler = onceMade(() => {
  const table = mainTable();
  return webhookDelivery({
    table,
    deliveries: deliveryStore(table),
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
