import { nextLookAt } from '#shared/accounts/workspaces/rules/pause';
import { LONGEST_DELAY_MS, SECOND_MS } from '#shared/foundation/core/time';
import { outboxRows } from '#shared/foundation/events/outbox';
import { redeliveryJobOf } from '#shared/webhooks/delivery/delivery-message';
import { attemptGroup, type Delivery } from '#shared/webhooks/delivery/rules/delivery';
import type { DeliveryContext, ReceivedMessage } from './context.ts';

/** What became of a message of a paused workspace. */
export const PAUSED = 'paused';

/**
 * A scheduled attempt is due by its own row, and the sweeper sends it. A requested redelivery is due by its job, which
 * waits as well; one without a job has its message alone.
 */
export async function waitWhilePaused(
  { table, clock, retry }: DeliveryContext,
  delivery: Delivery,
  { message }: ReceivedMessage,
): Promise<string> {
  if (!('manual' in message)) return PAUSED;
  const job = redeliveryJobOf(message);
  if (job) await outboxRows(table).putOff(job, nextLookAt(clock.now()));
  else await retry.send([{ message, delaySeconds: LONGEST_DELAY_MS / SECOND_MS, group: attemptGroup(delivery) }]);
  return PAUSED;
}
