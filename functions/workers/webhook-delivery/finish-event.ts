import { outboxRows } from '#shared/foundation/events/outbox';
import { traceOf } from '#shared/foundation/platform/queue-batch';
import { deliveryIdFor } from '#shared/foundation/platform/type-ids';
import { awaitsFirstAttempt, type Delivery } from '#shared/webhooks/delivery/rules/delivery';
import type { DeliveryContext } from './context.ts';

/**
 * Ends the due time of an event after the first attempt of its last delivery. All its deliveries are there: fan-out
 * creates them before it queues the first of them. Of two that end at one moment, at least the later one sees both. Best
 * effort: the sweeper sends an event that stays due to fan-out, which ends it.
 */
export async function finishEvent(context: DeliveryContext, delivery: Delivery): Promise<void> {
  try {
    const outbox = outboxRows(context.table);
    const event = await outbox.read(delivery.outboxId, delivery.type);
    if (!event?.unfinished) return;
    const others = event.endpoints
      .map(({ id }) => deliveryIdFor(event.id, id, event.at))
      .filter((id) => id !== delivery.id);
    const found = await Promise.all([delivery.id, ...others].map((id) => stateOf(context, delivery, id)));
    if (!found.some((one) => one && awaitsFirstAttempt(one))) await outbox.finish(event);
  } catch (error) {
    context.log({ worker: 'webhook-delivery', outboxId: delivery.outboxId, ...traceOf(error) }, 'WARN');
  }
}

const stateOf = async ({ deliveries }: DeliveryContext, own: Delivery, id: Delivery['id']) =>
  id === own.id ? own : (await deliveries.find(id))?.state;
