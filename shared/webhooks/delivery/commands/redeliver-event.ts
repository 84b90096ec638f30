import { founderOf } from '#shared/accounts/workspaces/rules/workspace';
import { workspaces } from '#shared/accounts/workspaces/store';
import { command } from '#shared/foundation/commands/command';
import type { CommandContext } from '#shared/foundation/commands/context';
import type { DeliveryId, UserId } from '#shared/foundation/core/ids';
import { conflict, notFound } from '#shared/foundation/core/refusal';
import { sharedUses } from '#shared/foundation/core/uses';
import { findReceiver } from '#shared/webhooks/delivery/receiver-store';
import { type Delivery, webhooksIn } from '#shared/webhooks/delivery/rules/delivery';
import { hasRoomToRedeliver } from '#shared/webhooks/delivery/rules/lease';
import { deliveries } from '#shared/webhooks/delivery/store';

interface Requested {
  readonly delivery: Delivery;
  readonly founder: UserId;
}

/**
 * Requests one more attempt: a job that stays due until the attempt is recorded. The delivery itself is saved only by
 * the delivery function. 409 for an endpoint that is disabled or deleted, and for an event with a hundred attempts.
 */
export const redeliverEvent =
  (context: CommandContext) =>
  async (id: DeliveryId): Promise<Delivery> => {
    const delivery = (await deliveries.find(context.table, id))?.state;
    if (!delivery) throw notFound(deliveries.noun);
    const receiver = await findReceiver(context.table, delivery, context.clock.now());
    if (!receiver?.isOpen)
      throw conflict('The webhook endpoint of this event is disabled or deleted: nothing is sent to it.');
    if (!hasRoomToRedeliver(delivery))
      throw conflict(`The event was attempted ${delivery.attemptsCount} times: it is not sent again.`);
    const workspace = await workspaces.find(context.table, delivery.workspaceId);
    if (!workspace) throw notFound(workspaces.noun);
    return requestRedelivery(context)({ delivery, founder: founderOf(workspace.state) });
  };

/**
 * Counts as many as the event does by its size, and no more than there may be: one event can be sent again, however large
 * it is. Reads nothing: many requests at once contend for the limit alone, and a retry is one write.
 */
const requestRedelivery = command(async ({ changes, clock, useOf }, { delivery, founder }: Requested) => {
  const at = clock.now();
  const founded = { workspaceId: delivery.workspaceId, founderId: founder };
  const most = Math.min(
    useOf('redeliveries', founded.workspaceId, at).most,
    useOf('user_redeliveries', founder, at).most,
  );
  // A limit of none has no room for one.
  const amount = Math.max(1, Math.min(webhooksIn([delivery]), most));
  await changes.save({
    at,
    jobs: [{ type: 'job.redelivery', deliveryId: delivery.id }],
    limits: sharedUses(useOf, 'redeliveries', founded, at, amount),
    result: delivery,
  });
  return delivery;
});
