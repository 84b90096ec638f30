import type { Clock } from '#shared/core/clock';
import type { Outbox, OutboxEvent, OutboxNotice } from '#shared/events/ports/outbox';
import type { Outgoing, Queue } from '#shared/events/ports/queue';
import type { WebhookEndpointStore } from '#shared/events/ports/stores';
import type { writeLog } from '#shared/platform/log';
import { traceOf } from '#shared/platform/queue-batch';
import type { Server } from '#shared/versions/version-change';
import type { DeliveryMessage } from '#shared/webhooks/delivery/delivery-message';
import type { DeliveryStore } from '#shared/webhooks/delivery/ports/deliveries';
import { RenderError, renderedText } from '#shared/webhooks/delivery/rendered-text';
import type { Delivery } from '#shared/webhooks/delivery/rules/delivery';
import { isWaiting } from '#shared/webhooks/delivery/rules/delivery';
import { deliveryTo } from './delivery-to.ts';

export interface FanOutNeeds {
  readonly outbox: Outbox;
  readonly deliveries: DeliveryStore;
  readonly endpoints: WebhookEndpointStore;
  /** First attempts. */
  readonly first: Queue<DeliveryMessage>;
  readonly clock: Clock;
  readonly server: Server;
  readonly log: typeof writeLog;
}

/**
 * Creates one delivery for each endpoint that was subscribed when the event happened. Every step is idempotent: ids are
 * derived from event and endpoint, the first payload wins, and the row's due marker is removed last, so that the sweeper
 * finds an interrupted fan-out.
 */
export const fanOut =
  (needs: FanOutNeeds) =>
  async (notice: OutboxNotice): Promise<'gone' | 'done before' | 'fanned out'> => {
    const event = await needs.outbox.read(notice.id, notice.type);
    if (!event) return 'gone';
    if (!event.unfinished) return 'done before';
    await storePayloads(needs, event);
    const deliveries = await deliveriesOf(needs, event);
    const now = needs.clock.now();
    await Promise.all(deliveries.map((delivery) => needs.deliveries.create(delivery, now)));
    await needs.first.send(deliveries.filter(isWaiting).map(firstAttempt));
    await needs.outbox.finish(notice);
    return 'fanned out';
  };

/** An error at one pin stops neither the others nor its own deliveries, whose attempts record `render_error`. */
async function storePayloads(needs: FanOutNeeds, event: OutboxEvent): Promise<void> {
  const pins = [...new Set(event.endpoints.map(({ pin }) => pin))];
  const renderOne = async (pin: string) => {
    try {
      await renderedText(needs, event, pin);
    } catch (error) {
      if (!(error instanceof RenderError)) throw error;
      needs.log({ worker: 'webhook-fanout', outboxId: event.id, pin, ...traceOf(error) }, 'ERROR');
    }
  };
  await Promise.all(pins.map(renderOne));
}

const deliveriesOf = ({ endpoints }: FanOutNeeds, event: OutboxEvent): Promise<readonly Delivery[]> =>
  Promise.all(event.endpoints.map(async (note) => deliveryTo(note, (await endpoints.find(note.id))?.state, event)));

const firstAttempt = ({ id, endpointId }: Delivery): Outgoing<DeliveryMessage> => ({
  message: { deliveryId: id, attempt: 1 },
  group: endpointId,
});
