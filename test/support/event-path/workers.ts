import { outboxRelay } from '#functions/workers/outbox-relay/index';
import { sweep } from '#functions/workers/sweeper/sweep';
import type { DeliveryContext } from '#functions/workers/webhook-delivery/context';
import { webhookDelivery } from '#functions/workers/webhook-delivery/index';
import { SlowQueue } from '#functions/workers/webhook-delivery/queues';
import { StatsShards } from '#functions/workers/webhook-delivery/stats-shards';
import { webhookFanout } from '#functions/workers/webhook-fanout/index';
import { foundersOf } from '#shared/accounts/workspaces/founders-store';
import { pausedWorkspaces } from '#shared/accounts/workspaces/paused-workspaces-store';
import { dueRows } from '#shared/foundation/events/due-rows';
import { eventBridgeBus } from '#shared/foundation/events/event-bus';
import { batchingBus, batchingQueue } from '#shared/foundation/platform/batched-sends';
import { cachingSealer } from '#shared/foundation/platform/caching-sealer';
import { kmsSealer } from '#shared/foundation/platform/kms-sealer';
import { sqsKeyQueue, sqsQueue, sqsVisibility } from '#shared/foundation/platform/sqs-queue';
import type { DeliveryMessage } from '#shared/webhooks/delivery/delivery-message';
import { endpointConcurrency } from '#shared/webhooks/delivery/endpoint-concurrency';
import { endpointRateLimiter } from '#shared/webhooks/delivery/endpoint-rate-limiter';
import { fanoutRateLimiter } from '#shared/webhooks/delivery/fanout-rate-limiter';
import type { WebhookRequest } from '#shared/webhooks/delivery/ports';
import { retryRateLimiter } from '#shared/webhooks/delivery/retry-rate-limiter';
import { slowEndpointList } from '#shared/webhooks/delivery/slow-endpoints-store';
import { deliveryStore } from '#shared/webhooks/delivery/store';
import { commandContext } from '#shared/wiring/command-context';
import { seededBytes } from '#test/benchmarks/random';
import { tableOver } from '#test/doubles/dynamodb/table-over';
import type { Container } from './container.ts';
import type { inMemoryServices } from './services.ts';

export type Services = ReturnType<typeof inMemoryServices>;

const tableOf = ({ dynamo }: Services, container: Container) => tableOver(container.watch(dynamo));

const queueOf = <Message>({ sqs }: Services, container: Container, name: string) =>
  sqsQueue<Message>(container.watch(sqs), sqs.urlOf(name));

const keyQueueOf = <Message>({ sqs }: Services, container: Container, name: string) =>
  sqsKeyQueue<Message>(container.watch(sqs), sqs.urlOf(name));

const busOf = ({ bus }: Services, container: Container) => eventBridgeBus(container.watch(bus), 'bus');

/** The functions of the path as their entry points wire them, on what one container reaches. */
export const relayIn = (services: Services, container: Container) =>
  outboxRelay({ bus: busOf(services, container), log: services.log });

export const fanoutIn = (services: Services, container: Container) => {
  const table = tableOf(services, container);
  return webhookFanout({
    table,
    rateLimiter: fanoutRateLimiter({ table, clock: services.clock, limits: services.limits }),
    first: batchingQueue(queueOf(services, container, 'first')),
    queue: batchingQueue(queueOf(services, container, 'fanout')),
    clock: services.clock,
    server: { zone: 'Etc/UTC' },
    stage: 'test',
    log: services.log,
  });
};

/** Batches of first attempts that may hold requests to one endpoint, as on a small stage. */
const CONCURRENCY_LIMITS = {
  endpoint: { first: 2, retry: 2 },
  workspace: { first: 3, retry: 3 },
  founder: { first: 3, retry: 3 },
};

/** `altered` is for tests that take something away to see whether its absence is noticed. */
export const deliveryIn = (
  services: Services,
  container: Container,
  altered: (context: DeliveryContext) => DeliveryContext = (context) => context,
) => {
  const { sqs, kms, clock, random, newToken, log } = services;
  const table = tableOf(services, container);
  const backoff = { pause: async () => undefined };
  const commands = commandContext({ table, clock, backoff, randomBytes: seededBytes(random) });
  const context = {
    table,
    commands,
    deliveries: deliveryStore(table),
    server: { zone: 'Etc/UTC' },
    sealer: cachingSealer(kmsSealer(container.watch(kms), 'key'), clock),
    sender: {
      send: (request: WebhookRequest) =>
        container.reach('receiver', async () => {
          const receiver = services.receiverAt(request.url);
          if (!receiver) throw new Error(`There is no receiver at ${request.url}.`);
          return receiver.receive(request, clock);
        }),
    },
    retry: queueOf<DeliveryMessage>(services, container, 'retry'),
    slowQueue: new SlowQueue({
      list: slowEndpointList(table),
      queue: queueOf(services, container, 'deliver-slow'),
      clock,
      // Requests take no real time here.
      timer: () => () => undefined,
      log,
    }),
    statsShards: new StatsShards(random),
    concurrency: endpointConcurrency({ table, clock, limits: CONCURRENCY_LIMITS }),
    founders: foundersOf({ table, clock }),
    rateLimiter: endpointRateLimiter({ table, clock }),
    retryRateLimiter: retryRateLimiter(commands),
    pauses: pausedWorkspaces({ table, clock }),
    visibility: sqsVisibility(container.watch(sqs), ['first', 'retry', 'deliver-slow'].map(sqs.urlOf)),
    clock,
    timeScale: { scaled: (milliseconds: number) => milliseconds },
    random,
    newToken,
    stage: 'test',
    log,
  };
  return webhookDelivery(altered(context));
};

export function sweeperIn(services: Services, container: Container) {
  const table = tableOf(services, container);
  const run: ReturnType<typeof sweep> = sweep({
    due: dueRows(table),
    bots: batchingQueue(keyQueueOf(services, container, 'bots')),
    live: batchingQueue(keyQueueOf(services, container, 'live')),
    calendars: batchingQueue(keyQueueOf(services, container, 'calendars')),
    retry: batchingQueue(queueOf(services, container, 'retry')),
    slow: batchingQueue(queueOf(services, container, 'deliver-slow')),
    slowEndpoints: slowEndpointList(table),
    workers: {
      housekeeping: batchingQueue(queueOf(services, container, 'housekeeping')),
      orders: batchingQueue(queueOf(services, container, 'order-processing')),
      media: batchingQueue(queueOf(services, container, 'media-processing')),
    },
    bus: batchingBus(busOf(services, container)),
    // As if another container had gone on at once.
    continueIn: (rest) => run(rest),
    clock: services.clock,
    stage: 'test',
    log: services.log,
  });
  return run;
}
