import { againAfterLostRace } from '#shared/core/again-after-lost-race';
import type { Clock } from '#shared/core/clock';
import type { UseOf } from '#shared/core/limits';
import type { Patience } from '#shared/core/patience';
import { conflict } from '#shared/core/refusal';
import type { ChangeStore, Changes } from '#shared/events/ports/changes';
import { type Keep, keepNothing } from '#shared/events/ports/kept-answers';
import type { Delivery } from '#shared/webhooks/delivery/rules/delivery';
import { isOpen, type WebhookEndpoint } from '#shared/webhooks/endpoints/rules/webhook-endpoint';

interface Needs {
  readonly changes: ChangeStore;
  readonly clock: Clock;
  readonly useOf: UseOf;
  readonly patience: Patience;
}

/** Leaves the asking in the outbox, where it stays due until the attempt is on record. The delivery itself is the deliverer's. */
export const redeliverEvent =
  ({ changes, clock, useOf, patience }: Needs) =>
  async (
    delivery: Delivery,
    endpoint: WebhookEndpoint | undefined,
    keep: Keep<Delivery> = keepNothing,
  ): Promise<Delivery> => {
    if (!isOpen(endpoint, delivery.workspaceId))
      throw conflict('The webhook endpoint of this event is disabled or deleted: nothing is sent to it.');
    return againAfterLostRace(patience, async () => {
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
