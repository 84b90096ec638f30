import { sqsClient } from '#shared/platform/aws-clients';
import { requiredEnv } from '#shared/platform/environment';
import { writeLog } from '#shared/platform/log';
import { sqsQueue } from '#shared/platform/sqs-queue';
import { serverGiven } from '#shared/wiring/server';
import { worker } from '#shared/wiring/worker';
import { webhookFanout } from './fan-out.ts';

export const handler = worker((context) =>
  webhookFanout({
    ...context,
    server: serverGiven(),
    first: sqsQueue(sqsClient(), requiredEnv('firstQueueUrl')),
    log: writeLog,
  }),
);
