import { randomBytes } from 'node:crypto';
import { outboxRelay } from '#functions/workers/outbox-relay/index';
import { sweep } from '#functions/workers/sweeper/sweep';
import { webhookDelivery } from '#functions/workers/webhook-delivery/index';
import { SlowQueue } from '#functions/workers/webhook-delivery/queues';
import { StatsShards } from '#functions/workers/webhook-delivery/stats-shards';
import { webhookFanout } from '#functions/workers/webhook-fanout/index';
import { configFor } from '#lib/config';
import { foundersOf } from '#shared/accounts/workspaces/founders-store';
import { pausedWorkspaces } from '#shared/accounts/workspaces/paused-workspaces-store';
import { MINUTE_MS, SECOND_MS } from '#shared/foundation/core/time';
import { dueRows } from '#shared/foundation/events/due-rows';
import { eventBridgeBus } from '#shared/foundation/events/event-bus';
import { batchingQueue } from '#shared/foundation/platform/batched-sends';
import { cachingSealer } from '#shared/foundation/platform/caching-sealer';
import { kmsSealer } from '#shared/foundation/platform/kms-sealer';
import { sqsKeyQueue, sqsQueue, sqsVisibility } from '#shared/foundation/platform/sqs-queue';
import { fullJitter, systemClock, systemTimer } from '#shared/foundation/platform/system-clock';
import {
  concurrencyLimits,
  type EndpointConcurrency,
  endpointConcurrency,
} from '#shared/webhooks/delivery/endpoint-concurrency';
import { endpointRateLimiter } from '#shared/webhooks/delivery/endpoint-rate-limiter';
import type { FanoutRateLimiter } from '#shared/webhooks/delivery/fanout-rate-limiter';
import type { WebhookSender } from '#shared/webhooks/delivery/ports';
import { retryRateLimiter } from '#shared/webhooks/delivery/retry-rate-limiter';
import { slowEndpointList } from '#shared/webhooks/delivery/slow-endpoints-store';
import { deliveryStore } from '#shared/webhooks/delivery/store';
import { PUBLIC_EVENTS } from '#shared/webhooks/endpoints/rules/public-events';
import { commandContext } from '#shared/wiring/command-context';
import { inMemoryEventBridge } from '#test/doubles/aws/eventbridge';
import { inMemoryKms } from '#test/doubles/aws/kms';
import {
  type InMemoryTable,
  type InMemoryTableOptions,
  inMemoryMainTable,
} from '#test/doubles/dynamodb/in-memory-dynamodb';
import { tableOver } from '#test/doubles/dynamodb/table-over';
import { followStream } from './follow-stream.ts';
import { Containers, Mapping, type QueueHandler } from './functions.ts';
import { type Draw, passing, waitOf } from './latencies.ts';
import { type Message, newMessage, sqsOver, TimedQueue } from './timed-queue.ts';

type TableClient = Parameters<typeof tableOver>[0];

interface Given {
  readonly draw: Draw;
  readonly random: () => number;
  readonly sender: WebhookSender;
  /** Whose concurrency the mappings have; production by default. */
  readonly stage?: 'local' | undefined;
  /** False leaves out the limit of one endpoint in the queue `first`, to show what it is for. */
  readonly hasConcurrencyLimits?: boolean | undefined;
  /** The client that the functions get over the in-memory table; the in-memory one itself by default. */
  readonly clientOver?: (dynamo: InMemoryTable) => TableClient;
  /** Told of every write to the table. */
  readonly committed?: InMemoryTableOptions['committed'];
}

/** The load of one workspace is more than it may have: what is measured is the path. */
const NO_RATE_LIMIT: FanoutRateLimiter = { slotFor: async () => undefined };

const UNLIMITED: EndpointConcurrency = { acquire: async () => true, release: async () => undefined };

/** What production requires beside. Only its concurrency is used here. */
const DEPLOYMENT = {
  ...{ domain: 'api.test', certificateArn: 'arn', originDomain: 'origin.test', originCertificateArn: 'arn' },
  ...{ clientCertificateArn: 'arn', clientAuthorities: 'pem', mailFrom: 'mail@api.test', recorder: 'simulator' },
};
/** Timeouts, and how long a received message is hidden, as lib/constructs/webhook-pipeline.ts sets them. */
const FANOUT_SECONDS = 30;
/** As lib/ sets it for the slow lane. */
const SLOW_BATCH = 25;
const DELIVERY_SECONDS = 20;
const HIDDEN_SECONDS = { fanout: 40, first: 35, retry: 35, slow: 60 };

export type Platform = ReturnType<typeof platform>;

/** The deployed path in one process and in real time: the real functions, on in-memory services that take as long as AWS does. */
export function platform(given: Given) {
  const {
    draw,
    random,
    sender,
    stage,
    hasConcurrencyLimits = true,
    committed,
    clientOver = (dynamo) => dynamo,
  } = given;
  const { concurrency } = configFor(stage ?? 'production', DEPLOYMENT);
  let isPatient = false;
  const latency = async (operation: string) => {
    if (isPatient) await passing(draw(waitOf(operation)));
  };
  const dynamo = inMemoryMainTable({ latency, ...(committed && { committed }) });
  const kms = inMemoryKms({ latency });
  const queues = {
    fanout: new TimedQueue('fanout', HIDDEN_SECONDS.fanout * SECOND_MS),
    first: new TimedQueue('deliver-first', HIDDEN_SECONDS.first * SECOND_MS),
    retry: new TimedQueue('deliver-retry', HIDDEN_SECONDS.retry * SECOND_MS),
    slow: new TimedQueue('deliver-slow', HIDDEN_SECONDS.slow * SECOND_MS),
    bots: new TimedQueue('bots', 0),
    live: new TimedQueue('live', 0),
    calendars: new TimedQueue('calendars', 0),
  };
  const held = new Map<string, Message>();
  const sqs = sqsOver(Object.values(queues), held, draw);
  const queue = <Content>({ name }: TimedQueue) => sqsQueue<Content>(sqs.client, sqs.urlOf(name));
  const keyQueue = <Content>({ name }: TimedQueue) => sqsKeyQueue<Content>(sqs.client, sqs.urlOf(name));
  const errors: Readonly<Record<string, unknown>>[] = [];
  const log = (entry: Readonly<Record<string, unknown>>, level = 'INFO') => {
    if (level !== 'INFO') errors.push(entry);
  };
  const table = tableOver(clientOver(dynamo));
  const rule = (name: string, types: readonly string[], to: TimedQueue) => ({
    name,
    pattern: { source: ['rapporteur'], 'detail-type': types },
    target: (event: object) => to.addIn(0, newMessage(JSON.stringify(event))),
  });
  const bus = inMemoryEventBridge(
    [rule('PublicEvents', PUBLIC_EVENTS, queues.fanout), rule('Redeliveries', ['job.redelivery'], queues.retry)],
    {
      latency,
      deliver: (call) => {
        setTimeout(call, draw('bus'));
      },
    },
  );
  const publish = eventBridgeBus(bus, 'bus');

  const commands = commandContext({ table, clock: systemClock, backoff: fullJitter, randomBytes });
  const relays = new Containers(() => outboxRelay({ bus: publish, log }), draw);
  const fanouts = new Containers<QueueHandler>(
    () =>
      webhookFanout({
        table,
        rateLimiter: NO_RATE_LIMIT,
        first: batchingQueue(queue(queues.first)),
        queue: batchingQueue(queue(queues.fanout)),
        clock: systemClock,
        server: { zone: 'Etc/UTC' },
        stage: 'bench',
        log,
      }),
    draw,
  );
  let tokens = 0;
  const newToken = () => {
    tokens += 1;
    return `token-${tokens}`;
  };
  const deliverers = new Containers<QueueHandler>(
    () =>
      webhookDelivery({
        table,
        commands,
        deliveries: deliveryStore(table),
        server: { zone: 'Etc/UTC' },
        sealer: cachingSealer(kmsSealer(kms, 'key'), systemClock),
        sender,
        retry: queue(queues.retry),
        slowQueue: new SlowQueue({
          list: slowEndpointList(table),
          queue: queue(queues.slow),
          clock: systemClock,
          timer: systemTimer,
          log,
        }),
        statsShards: new StatsShards(random),
        concurrency: hasConcurrencyLimits
          ? endpointConcurrency({ table, clock: systemClock, limits: concurrencyLimits(concurrency) })
          : UNLIMITED,
        founders: foundersOf({ table, clock: systemClock }),
        rateLimiter: endpointRateLimiter({ table, clock: systemClock }),
        retryRateLimiter: retryRateLimiter(commands),
        pauses: pausedWorkspaces({ table, clock: systemClock }),
        visibility: sqsVisibility(
          sqs.client,
          [queues.first, queues.retry, queues.slow].map(({ name }) => sqs.urlOf(name)),
        ),
        clock: systemClock,
        timeScale: { scaled: (milliseconds) => milliseconds },
        random,
        newToken,
        stage: 'benchmark',
        log,
      }),
    draw,
  );
  const nowhere = { send: async () => undefined };
  const sweepOnce: ReturnType<typeof sweep> = sweep({
    due: dueRows(table),
    bots: keyQueue(queues.bots),
    live: keyQueue(queues.live),
    calendars: keyQueue(queues.calendars),
    retry: queue(queues.retry),
    slow: queue(queues.slow),
    slowEndpoints: slowEndpointList(table),
    // Nothing but webhooks is due.
    workers: { housekeeping: nowhere, orders: nowhere, media: nowhere },
    bus: publish,
    continueIn: (rest) => sweepOnce(rest),
    clock: systemClock,
    stage: 'benchmark',
    log,
  });

  const failed = (error: unknown) => errors.push({ error });
  const map = (from: TimedQueue, containers: Containers<QueueHandler>, atOnce: number, timeoutSeconds: number) =>
    new Mapping({ queue: from, containers, atOnce, timeoutSeconds, held, failed });
  map(queues.fanout, fanouts, concurrency.fanout ?? Number.POSITIVE_INFINITY, FANOUT_SECONDS);
  map(queues.first, deliverers, concurrency.first, DELIVERY_SECONDS);
  map(queues.retry, deliverers, concurrency.retry, DELIVERY_SECONDS);
  new Mapping({
    ...{ queue: queues.slow, containers: deliverers, atOnce: concurrency.slow, timeoutSeconds: DELIVERY_SECONDS },
    ...{ batch: SLOW_BATCH, held, failed },
  });

  return {
    ...{ dynamo, table, kms, queues, errors },
    containers: () => ({ relay: relays.started, fanout: fanouts.started, delivery: deliverers.started }),
    /** From here on requests take their time, the stream is followed, and the sweeper runs every minute. */
    start(): () => void {
      isPatient = true;
      const stopFollowing = followStream(dynamo.stream, draw, (Records) => relays.run((relay) => relay({ Records })));
      const sweeping = setInterval(() => sweepOnce().catch((error: unknown) => errors.push({ error })), MINUTE_MS);
      return () => {
        stopFollowing();
        clearInterval(sweeping);
        for (const each of Object.values(queues)) each.close();
      };
    },
    sweepOnce,
  };
}
