import * as v from 'valibot';
import type { Clock } from '#shared/core/clock';
import { idOf, type OutboxId } from '#shared/core/ids';
import type { Table } from '#shared/core/table';
import { outboxRows } from '#shared/events/outbox';
import type { OutboxEvent, OutboxRef, Outgoing, Queue } from '#shared/events/ports';
import { sqsClient } from '#shared/platform/aws-clients';
import { batchingQueue } from '#shared/platform/batched-sends';
import { lazyHandler, requiredEnv } from '#shared/platform/environment';
import { writeLog } from '#shared/platform/log';
import { type BatchResponse, eachMessage, type QueueEvent, traceOf } from '#shared/platform/queue-batch';
import { sqsQueue } from '#shared/platform/sqs-queue';
import { systemClock } from '#shared/platform/system-clock';
import { deliveryIdFor } from '#shared/platform/type-ids';
import type { Server } from '#shared/versions/version-change';
import type { DeliveryMessage } from '#shared/webhooks/delivery/delivery-message';
import { RenderError, renderedText } from '#shared/webhooks/delivery/payload';
import { type Delivery, isWaiting, newDelivery, newSkippedDelivery } from '#shared/webhooks/delivery/rules/delivery';
import { deliveryStore } from '#shared/webhooks/delivery/store';
import { hasFilter, passesFilter } from '#shared/webhooks/endpoints/rules/event-filter';
import { isOpen, type WebhookEndpoint } from '#shared/webhooks/endpoints/rules/webhook-endpoint';
import { webhookEndpoints } from '#shared/webhooks/endpoints/store';
import { serverGiven } from '#shared/wiring/from-environment';
import { mainTable } from '#shared/wiring/main-table';
import type { Subscription } from '#shared/workspaces/rules/workspace';

export interface FanOutContext {
  readonly table: Table;
  readonly clock: Clock;
  readonly server: Server;
  /** The queue of first attempts. */
  readonly first: Queue<DeliveryMessage>;
  readonly log: typeof writeLog;
}

/** An event of the bus, as EventBridge puts it into the queue: the key of the outbox row. */
const Message = v.object({
  detail: v.object({ id: v.custom<OutboxId>((text) => idOf('out', text) !== undefined), type: v.string() }),
});

/** Handles messages of the bus, each about one outbox row. */
export const webhookFanout = (context: FanOutContext) => {
  const fan = fanOut(context);
  return (event: QueueEvent): Promise<BatchResponse> =>
    eachMessage(event, {
      worker: 'webhook-fanout',
      work: async ({ body }) => fan(v.parse(Message, JSON.parse(body)).detail),
      log: context.log,
    });
};

/**
 * Creates one delivery for each endpoint that was subscribed when the event happened. Every step is idempotent: ids are
 * derived from event and endpoint, the first payload wins, and the row's due marker is removed last, so that the sweeper
 * finds an interrupted fan-out.
 */
export const fanOut =
  (context: FanOutContext) =>
  async (ref: OutboxRef): Promise<'gone' | 'done before' | 'fanned out'> => {
    const { table, clock, first } = context;
    const outbox = outboxRows(table);
    const event = await outbox.read(ref.id, ref.type);
    if (!event) return 'gone';
    if (!event.unfinished) return 'done before';
    const payloads = await storePayloads(context, event);
    const deliveries = await deliveriesOf(table, event, payloads);
    const now = clock.now();
    await Promise.all(deliveries.map((delivery) => deliveryStore(table).create(delivery, now)));
    await first.send(deliveries.filter(isWaiting).map(firstAttempt));
    await outbox.finish(ref);
    return 'fanned out';
  };

/** The JSON of the resource by pin; none at a pin at which it cannot be rendered. */
type Payloads = ReadonlyMap<string, string>;

/** An error at one pin stops neither the others nor its own deliveries, whose attempts record `render_error`. */
async function storePayloads(context: FanOutContext, event: OutboxEvent): Promise<Payloads> {
  const pins = [...new Set(event.endpoints.map(({ pin }) => pin))];
  const renderOne = async (pin: string) => {
    try {
      return [[pin, await renderedText(context, event, pin)] as const];
    } catch (error) {
      if (!(error instanceof RenderError)) throw error;
      context.log({ worker: 'webhook-fanout', outboxId: event.id, pin, ...traceOf(error) }, 'ERROR');
      return [];
    }
  };
  return new Map((await Promise.all(pins.map(renderOne))).flat());
}

/** None for an endpoint whose filters leave the event out. */
async function deliveriesOf(table: Table, event: OutboxEvent, payloads: Payloads): Promise<readonly Delivery[]> {
  const perEndpoint = event.endpoints.map(async (subscription) => {
    const endpoint = (await webhookEndpoints.find(table, subscription.id))?.state;
    const isWanted = endpoint === undefined || passes(endpoint, event.type, payloads.get(subscription.pin));
    return isWanted ? [deliveryTo(subscription, endpoint, event)] : [];
  });
  return (await Promise.all(perEndpoint)).flat();
}

/** An event that cannot be rendered passes: its attempts say so, and none is lost. */
const passes = ({ filters }: WebhookEndpoint, type: string, payload: string | undefined): boolean =>
  payload === undefined || !hasFilter(filters, type) || passesFilter(filters, type, JSON.parse(payload));

/** `skipped` if the endpoint was disabled when the event happened, or has been disabled or deleted since. */
function deliveryTo(subscription: Subscription, endpoint: WebhookEndpoint | undefined, event: OutboxEvent): Delivery {
  const identity = {
    id: deliveryIdFor(event.id, subscription.id, event.at),
    workspaceId: event.workspaceId,
    endpointId: subscription.id,
    outboxId: event.id,
    type: event.type,
    // The URL of a deleted endpoint is not known any more.
    url: endpoint?.url ?? '',
    // The pin at the time of the event, for which the payload is rendered.
    apiVersion: subscription.pin,
    createdAt: event.at,
  };
  return subscription.enabled && isOpen(endpoint, event.workspaceId)
    ? newDelivery(identity)
    : newSkippedDelivery(identity);
}

const firstAttempt = ({ id, endpointId }: Delivery): Outgoing<DeliveryMessage> => ({
  message: { deliveryId: id, attempt: 1 },
  group: endpointId,
});

export const handler = lazyHandler(() =>
  webhookFanout({
    table: mainTable(),
    clock: systemClock,
    server: serverGiven(),
    first: batchingQueue(sqsQueue(sqsClient(), requiredEnv('firstQueueUrl'))),
    log: writeLog,
  }),
);
