import type { ChangeStore, Changes } from '#shared/commands/changes';
import { type Keep, keepNothing } from '#shared/commands/idempotency-records';
import { withRetry } from '#shared/commands/with-retry';
import type { Backoff } from '#shared/core/backoff';
import type { Clock } from '#shared/core/clock';
import type { UseOf } from '#shared/core/limits';
import { conflict } from '#shared/core/refusal';
import type { Delivery } from '#shared/webhooks/delivery/rules/delivery';
import { isOpen, type WebhookEndpoint } from '#shared/webhooks/endpoints/rules/webhook-endpoint';

interface Needs {
  readonly changes: ChangeStore;
  readonly clock: Clock;
  readonly useOf: UseOf;
  readonly backoff: Backoff;
}

/** Leaves the asking in the outbox, where it stays due until the attempt is on record. The delivery itself is the deliverer's. */
export const redeliverEvent =
  ({ changes, clock, useOf, backoff }: Needs) =>
  async (
    delivery: Delivery,
    endpoint: WebhookEndpoint | undefined,
    keep: Keep<Delivery> = keepNothing,
  ): Promise<Delivery> => {
    if (!isOpen(endpoint, delivery.workspaceId))
      throw conflict('The webhook endpoint of this event is disabled or deleted: nothing is sent to it.');
    return withRetry({ backoff }, async () => {
      const at = clock.now();
      await changes.save({
        at,
        jobs: [{ type: 'job.redelivery', deliveryId: delivery.id }],
        uses: [useOf('redeliveries', delivery.workspaceId, at)],
        answer: await keep(delivery),
      } satisfies Changes);
      return delivery;
    });
  };
