import type { DeliveryId } from '#shared/foundation/core/ids';
import type { Item } from '#shared/foundation/core/table';
import { stateOf } from '#shared/foundation/dynamodb/rows';
import { DeliveryRow } from '#shared/webhooks/delivery/row';
import { type AttemptGroup, attemptGroup, type Delivery, isWaiting } from '#shared/webhooks/delivery/rules/delivery';

export interface DueDelivery {
  readonly id: DeliveryId;
  readonly group: AttemptGroup;
  readonly attempt: number;
}

/** The next attempt of the delivery in a due row; undefined if the delivery has ended, and for other rows. */
export function dueDeliveryIn(item: Item): DueDelivery | 'unreadable' | undefined {
  if (item.type !== 'delivery') return undefined;
  const delivery = deliveryIn(item);
  if (!delivery) return 'unreadable';
  if (!isWaiting(delivery)) return undefined;
  return { id: delivery.id, group: attemptGroup(delivery), attempt: delivery.next };
}

function deliveryIn(item: Item): Delivery | undefined {
  try {
    return stateOf(DeliveryRow, item);
  } catch {
    return undefined;
  }
}
