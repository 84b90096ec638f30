import type { DeliveryId, OutboxId } from '#shared/core/ids';
import type { Instant } from '#shared/core/time';

export interface RedeliveryAskings {
  /**
   * Leaves one asking in the outbox, as `POST /webhook_events/{id}/redeliver` does, under a given id: once, however often
   * it is told to. Throws `Throttled`.
   */
  ask(id: OutboxId, delivery: DeliveryId, at: Instant): Promise<void>;
}
