import { againAfterLostRace } from '#shared/commands/again-after-lost-race';
import type { UseOf } from '#shared/domain/limits';
import { conflict } from '#shared/domain/refusal';
import type { Delivery } from '#shared/domain/webhooks/delivery';
import { isOpen, type WebhookEndpoint } from '#shared/domain/webhooks/webhook-endpoint';
import type { ChangeStore, Changes } from '#shared/ports/changes';
import type { Clock } from '#shared/ports/clock';
import { type Keep, keepNothing } from '#shared/ports/kept-answers';
import type { Patience } from '#shared/ports/patience';

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
