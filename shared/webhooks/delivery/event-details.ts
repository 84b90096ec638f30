import type { Outbox } from '#shared/events/ports/outbox';
import type { Server } from '#shared/versions/version-change';
import { objectTextAt } from '#shared/webhooks/delivery/envelope';
import type { DeliveryStore } from '#shared/webhooks/delivery/ports/deliveries';
import type { Attempt } from '#shared/webhooks/delivery/rules/attempt';
import type { Delivery } from '#shared/webhooks/delivery/rules/delivery';

export interface DetailNeeds {
  readonly deliveries: DeliveryStore;
  readonly outbox: Outbox;
  readonly server: Server;
}

export interface EventDetails {
  readonly attempts: readonly Attempt[];
  /** The resource as the endpoint's version shows it; undefined where it cannot be rendered. */
  readonly objectText: string | undefined;
}

/** What was kept when it was sent; of what never was, what would have been. */
export async function detailsOf(
  { deliveries, outbox, server }: DetailNeeds,
  delivery: Delivery,
): Promise<EventDetails> {
  const { outboxId, type, apiVersion } = delivery;
  const [attempts, kept, event] = await Promise.all([
    deliveries.attempts(delivery),
    outbox.text(outboxId, apiVersion),
    outbox.read(outboxId, type),
  ]);
  return { attempts, objectText: kept ?? (event && rendered(apiVersion, event.snapshot, server)) };
}

/** A snapshot that cannot be rendered is told of by its attempts, and is no reason to hide them. */
function rendered(pin: string, snapshot: unknown, server: Server): string | undefined {
  try {
    return objectTextAt(pin, snapshot, server);
  } catch {
    return undefined;
  }
}
