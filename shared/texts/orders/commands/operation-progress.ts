import { limitFile } from '#shared/accounts/usage/stored-files-store';
import { command } from '#shared/foundation/commands/command';
import type { CommandContext } from '#shared/foundation/commands/context';
import type { OperationId } from '#shared/foundation/core/ids';
import type { Write } from '#shared/foundation/core/table';
import { DAY_MS, type Instant, later, MINUTE_MS, SECOND_MS } from '#shared/foundation/core/time';
import { saveOrder } from '#shared/texts/orders/commands/save-order';
import type { TranslatedSlices, UnfinishedText } from '#shared/texts/orders/ports';
import {
  beginOperation,
  endOperation,
  waitForEngine,
  withLanguage,
  withTranslated,
} from '#shared/texts/orders/rules/change-order';
import type { MadeText } from '#shared/texts/orders/rules/conversations-of-order';
import type { FailureReason } from '#shared/texts/orders/rules/failure-reasons';
import { isOfMedia, type Operation, type OperationJob, type Order } from '#shared/texts/orders/rules/order';
import { orders } from '#shared/texts/orders/store';

/** An engine that is full or out of order is asked again after as long as it has been so, within these, for a day. */
const SHORTEST_WAIT_MS = 10 * SECOND_MS;
const LONGEST_WAIT_MS = 2 * MINUTE_MS;
const GIVE_UP_MS = DAY_MS;

export interface FoundOperation {
  readonly order: Order;
  readonly operation: Operation;
}

/** The operation that a job is about; undefined where it is gone. */
export async function findOperation({ table }: CommandContext, job: OperationJob): Promise<FoundOperation | undefined> {
  const order = await orders.find(table, job.orderId);
  const operation = order?.state.operations.find(({ id }) => id === job.operationId);
  return order && operation && { order: order.state, operation };
}

const marking = (decide: typeof beginOperation) =>
  command(async (context, { orderId, operationId }: OperationJob) => {
    const before = await orders.find(context.table, orderId);
    if (!before) return;
    await saveOrder(context, before, decide(before.state, operationId), { at: context.clock.now() });
  });

/** Shows an operation as processed. */
export const markBegun = marking(beginOperation);

/** Shows an operation as one that waits for its engine. */
export const markWaiting = marking(waitForEngine);

interface Working extends CommandContext {
  readonly slices: Pick<TranslatedSlices, 'clear' | 'clearAll'>;
}

/** Saves the text of an operation, or why it has none, and deletes what is needed no longer. */
export async function endWork(
  context: Working,
  job: OperationJob,
  operation: Operation,
  outcome: MadeText | FailureReason,
): Promise<'done'> {
  await saveEnd(context)(job, outcome);
  const after = await findOperation(context, job);
  return removeLeftovers(context, job, after?.operation ?? operation);
}

const saveEnd = command(async (context, { orderId, operationId }: OperationJob, outcome: MadeText | FailureReason) => {
  const before = await orders.find(context.table, orderId);
  if (!before) return;
  const at = context.clock.now();
  const isFailure = typeof outcome === 'string';
  const ended = endOperation(before.state, operationId, isFailure ? outcome : 'done', at);
  if (ended === before.state) return;
  if (isFailure)
    await saveOrder(context, before, ended, { at, writes: await withoutFile(context, ended, operationId, at) });
  else
    await saveOrder(context, before, withTranslated(withLanguage(ended, outcome.language), operationId, outcome), {
      at,
      made: { operationId, text: outcome },
    });
});

/** The file of a text that failed is deleted, and counts no longer. A retry stores another one. */
async function withoutFile(
  { table }: CommandContext,
  order: Order,
  id: OperationId,
  at: Instant,
): Promise<readonly Write[]> {
  const operation = order.operations.find((one) => one.id === id);
  if (!operation || !isOfMedia(order)) return [];
  return limitFile(table, { workspaceId: order.workspaceId, subject: operation.conversationId, bytes: 0 }, at);
}

/** Deletes what is no longer needed: the slices of a text that is done, and all that a stopped operation left. */
export async function removeLeftovers(
  { slices }: Working,
  job: OperationJob,
  operation: Operation | undefined,
): Promise<'done'> {
  if (operation?.state === 'done') await slices.clear(textOf(job, operation));
  else if (operation) await slices.clearAll(textOf(job, operation));
  return 'done';
}

/** The conversation that an operation makes. */
export const textOf = ({ workspaceId }: OperationJob, { conversationId }: Operation): UnfinishedText => ({
  workspaceId,
  conversationId,
});

/** After how long an operation that waits for its turn looks again: the sooner the fewer are before it. */
export const turnAfterMs = (before: number): number => Math.min(SHORTEST_WAIT_MS * (1 + before), LONGEST_WAIT_MS);

/** When an engine that is unavailable is asked again; given up after a day of it. */
export function afterOutage(
  since: Instant | null,
  now: Instant,
  longestMs = LONGEST_WAIT_MS,
): 'given up' | { readonly unavailableSince: Instant; readonly notBefore: Instant } {
  const unavailableSince = since ?? now;
  const passedMs = now - unavailableSince;
  if (passedMs >= GIVE_UP_MS) return 'given up';
  const waitMs = Math.min(Math.max(passedMs, SHORTEST_WAIT_MS), longestMs);
  return { unavailableSince, notBefore: later(now, waitMs) };
}
