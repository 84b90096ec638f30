import * as v from 'valibot';
import type { Clock } from '#shared/core/clock';
import { idOf, type OutboxId } from '#shared/core/ids';
import type { Table } from '#shared/core/table';
import { outboxRows } from '#shared/events/outbox';
import type { OutboxEvent, OutboxRef } from '#shared/events/ports/outbox';
import type { Outgoing, Queue } from '#shared/events/ports/queue';
import type { writeLog } from '#shared/platform/log';
import { type BatchResponse, eachMessage, type QueueEvent, traceOf } from '#shared/platform/queue-batch';
import { deliveryIdFor } from '#shared/platform/type-ids';
import type { Server } from '#shared/versions/version-change';
import type { DeliveryMessage } from '#shared/webhooks/delivery/delivery-message';
import { RenderError, renderedText } from '#shared/webhooks/delivery/payload';
import { type Delivery, isWaiting, newDelivery, newSkippedDelivery } from '#shared/webhooks/delivery/rules/delivery';
import { deliveryStore } from '#shared/webhooks/delivery/store';
import { isOpen, type WebhookEndpoint } from '#shared/webhooks/endpoints/rules/webhook-endpoint';
import { webhookEndpoints } from '#shared/webhooks/endpoints/store';
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
    await storePayloads(context, event);
    const deliveries = await deliveriesOf(table, event);
    const now = clock.now();
    await Promise.all(deliveries.map((delivery) => deliveryStore(table).create(delivery, now)));
    await first.send(deliveries.filter(isWaiting).map(firstAttempt));
    await outbox.finish(ref);
    return 'fanned out';
  };

/** An error at one pin stops neither the others nor its own deliveries, whose attempts record `render_error`. */
async function storePayloads(context: FanOutContext, event: OutboxEvent): Promise<void> {
  const pins = [...new Set(event.endpoints.map(({ pin }) => pin))];
  const renderOne = async (pin: string) => {
    try {
      await renderedText(context, event, pin);
    } catch (error) {
      if (!(error instanceof RenderError)) throw error;
      context.log({ worker: 'webhook-fanout', outboxId: event.id, pin, ...traceOf(error) }, 'ERROR');
    }
  };
  await Promise.all(pins.map(renderOne));
}

const deliveriesOf = (table: Table, event: OutboxEvent): Promise<readonly Delivery[]> =>
  Promise.all(
    event.endpoints.map(async (subscription) =>
      deliveryTo(subscription, (await webhookEndpoints.find(table, subscription.id))?.state, event),
    ),
  );

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
