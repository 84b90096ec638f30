import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { foundersOf } from '#shared/accounts/workspaces/founders-store';
import { pausedWorkspaces } from '#shared/accounts/workspaces/paused-workspaces-store';
import { kmsClient, sqsClient } from '#shared/foundation/platform/aws-clients';
import { cachingSealer } from '#shared/foundation/platform/caching-sealer';
import { envOr, lazyHandler, requiredEnv } from '#shared/foundation/platform/environment';
import { kmsSealer } from '#shared/foundation/platform/kms-sealer';
import { writeLog } from '#shared/foundation/platform/log';
import {
  type BatchResponse,
  eachMessage,
  type QueueEvent,
  type QueueRecord,
  receivedIn,
} from '#shared/foundation/platform/queue-batch';
import { sqsQueue, sqsVisibility } from '#shared/foundation/platform/sqs-queue';
import { systemClock, systemTimer } from '#shared/foundation/platform/system-clock';
import { resolveName } from '#shared/webhooks/addresses/resolve-name';
import { QueuedDelivery } from '#shared/webhooks/delivery/delivery-message';
import { concurrencyLimits, endpointConcurrency } from '#shared/webhooks/delivery/endpoint-concurrency';
import { endpointRateLimiter } from '#shared/webhooks/delivery/endpoint-rate-limiter';
import { retryRateLimiter } from '#shared/webhooks/delivery/retry-rate-limiter';
import { slowEndpointList } from '#shared/webhooks/delivery/slow-endpoints-store';
import { deliveryStore } from '#shared/webhooks/delivery/store';
import { commandContext } from '#shared/wiring/command-context';
import { serverFromEnvironment, timeScaleFromEnvironment } from '#shared/wiring/from-environment';
import { webhookSender } from '#shared/wiring/webhook-sender';
import { lambdaDependencies } from '#shared/wiring/worker';
import { BatchPermits } from './batch-permits.ts';
import { AttemptMetrics, type DeliveryContext, type DeliveryQueue } from './context.ts';
import { deliver } from './deliver.ts';
import { SlowQueue } from './queues.ts';
import { FailedUnderLease } from './send-leased.ts';
import { StatsShards } from './stats-shards.ts';

interface Invocation {
  getRemainingTimeInMillis(): number;
}

/** By the ends of their names (lib/constructs/webhook-pipeline.ts). */
const queueNamed = (arn: string): DeliveryQueue =>
  (['first', 'slow'] as const).find((name) => arn.endsWith(name)) ?? 'retry';

/** Handles messages of all three delivery queues, concurrently. */
export const webhookDelivery = (context: DeliveryContext) => {
  const deliverOne = deliver(context);
  return (event: QueueEvent, invocation: Invocation): Promise<BatchResponse> => {
    const metrics = new AttemptMetrics();
    const permits = new BatchPermits(context);
    return eachMessage(event, {
      worker: 'webhook-delivery',
      read: (body) => v.parse(QueuedDelivery, JSON.parse(body)),
      visibility: context.visibility,
      work: async (delivery, { attributes, eventSourceARN }) =>
        deliverOne({
          ...delivery,
          receiveCount: Number(attributes.ApproximateReceiveCount),
          timeLeft: () => invocation.getRemainingTimeInMillis(),
          queue: queueNamed(eventSourceARN),
          permits,
          metrics,
        }),
      failed: (record, error) => hideForAWhile(context, record, error),
      fields: () =>
        metrics.logFields({ stage: context.stage, at: context.clock.now(), messages: event.Records.length }),
      log: context.log,
    }).finally(() => permits.release());
  };
};

/** Longer than a lease. */
const LEASED_SECONDS = 21;
/** At most about as long as the messages of a killed invocation are hidden. */
const HIDDEN_SECONDS = 30;

/** Hides a failed message for 5 to 30 seconds, so that the messages of one failure do not return at one moment. */
async function hideForAWhile(
  { visibility, random }: DeliveryContext,
  record: QueueRecord,
  error: unknown,
): Promise<void> {
  const least = error instanceof FailedUnderLease ? LEASED_SECONDS : 5;
  const seconds = least + Math.floor(random() * (HIDDEN_SECONDS + 1 - least));
  await visibility.hideFor(receivedIn(record), seconds);
}

const QUEUES = ['firstQueueUrl', 'retryQueueUrl', 'slowQueueUrl'] as const;

export const handler = lazyHandler(() => {
  const commands = commandContext(lambdaDependencies());
  const { table } = commands;
  return webhookDelivery({
    table,
    commands,
    deliveries: deliveryStore(table),
    server: serverFromEnvironment(),
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
      timer: systemTimer,
      log: writeLog,
    }),
    statsShards: new StatsShards(Math.random),
    concurrency: endpointConcurrency({
      table,
      clock: systemClock,
      limits: concurrencyLimits({
        first: Number(requiredEnv('firstConcurrency')),
        retry: Number(requiredEnv('retryConcurrency')),
      }),
    }),
    founders: foundersOf({ table, clock: systemClock }),
    rateLimiter: endpointRateLimiter({ table, clock: systemClock }),
    retryRateLimiter: retryRateLimiter(commands),
    pauses: pausedWorkspaces({ table, clock: systemClock }),
    visibility: sqsVisibility(sqsClient(), QUEUES.map(requiredEnv)),
    clock: systemClock,
    timeScale: timeScaleFromEnvironment(),
    random: Math.random,
    newToken: randomUUID,
    stage: requiredEnv('stage'),
    log: writeLog,
  });
});
