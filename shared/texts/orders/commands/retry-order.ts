import { refusePaidWork } from '#shared/accounts/usage/commands/refuse-beyond-limits';
import { refuseMoreBytes } from '#shared/accounts/usage/commands/store-within-limit';
import { workspaces } from '#shared/accounts/workspaces/store';
import { command } from '#shared/foundation/commands/command';
import type { CommandContext } from '#shared/foundation/commands/context';
import type { OrderId } from '#shared/foundation/core/ids';
import { conflict, notFound } from '#shared/foundation/core/refusal';
import type { Table } from '#shared/foundation/core/table';
import { textFileOf } from '#shared/texts/conversations/ports';
import { type ConversationWithMeeting, isOfMeeting, stateOf } from '#shared/texts/conversations/rules/conversation';
import { conversations, withMeeting } from '#shared/texts/conversations/store';
import { loadConversations, saveOrder } from '#shared/texts/orders/commands/save-order';
import { takenEnginePlaces } from '#shared/texts/orders/engine-places-store';
import { isOfMedia, type MediaOrder, type Order, paidKindOf } from '#shared/texts/orders/rules/order';
import { uploadIdOf } from '#shared/texts/orders/rules/order-ingestion';
import { type RetryIds, type RetrySource, requireFailed, retriedOrder } from '#shared/texts/orders/rules/retry-order';
import { orders } from '#shared/texts/orders/store';
import { reservedBytes, uploadKeyOf } from '#shared/texts/uploads/rules/upload';
import { findUpload } from '#shared/texts/uploads/store';

/**
 * Runs a failed order again. 409 for any other, and where what it is made from, or a conversation of it, is gone; 403 where
 * the limit of what it asks an engine for is used up, or its file has no room. It counts as a new order of the hour.
 */
export const retryOrder = command(async (context, id: OrderId): Promise<Order> => {
  const { table, clock } = context;
  const before = await orders.find(table, id);
  if (!before) throw notFound(orders.noun);
  const at = clock.now();
  const { state } = before;
  requireFailed(state, at);
  const workspace = await workspaces.find(table, state.workspaceId);
  if (workspace?.state.archivedAt !== null) throw conflict('The workspace is archived.');
  await refusePaidWork(context, state.workspaceId, paidKindOf(state));
  const [source, hasConversations, isAtEngine] = await Promise.all([
    sourceOf(context, state),
    hasAllConversations(context, state),
    isAtEngineStill(context, state),
  ]);
  const after = retriedOrder(state, { source, hasConversations, isAtEngine }, newIds(context, state), at);
  return saveOrder(context, before, after, { at, limit: 'orders' });
});

const newIds = ({ ids }: CommandContext, { operations }: Order): RetryIds => ({
  ingestionId: ids.make('ing'),
  operationIds: operations.map(() => ids.make('opr')),
});

const sourceOf = (context: CommandContext, order: Order): Promise<RetrySource> =>
  isOfMedia(order) ? uploadOf(context, order) : textOf(context, order);

/** The text that an order of translations is made from, with its meeting; undefined for an order of a media file. */
export async function loadSource(table: Table, order: Order): Promise<ConversationWithMeeting | undefined> {
  if (isOfMedia(order)) return undefined;
  const found = await conversations.find(table, order.sourceConversationId);
  return found && withMeeting(table, found.state);
}

async function textOf({ table }: CommandContext, order: Order): Promise<RetrySource> {
  const text = await loadSource(table, order);
  if (!text || isWithoutText(text)) return { gone: 'The source has no text: it was deleted, or its own order failed.' };
  return 'text';
}

/** For good: a text that is still to come is waited for. */
const isWithoutText = (text: ConversationWithMeeting): boolean =>
  stateOf(text.conversation) === 'failed' || (isOfMeeting(text.conversation) && !textFileOf(text));

/** The copy of a file is deleted with the failure, and a URL of others is not kept: an upload is there for seven days. */
async function uploadOf(context: CommandContext, order: MediaOrder): Promise<RetrySource> {
  const { workspaceId, ingestion } = order;
  const id = uploadIdOf(ingestion);
  if (!id) return { gone: 'The media file is not kept, and neither is its URL: order again.' };
  const upload = await findUpload(context.table, id, context.clock.now());
  const isTooLarge = ingestion.state === 'failed' && ingestion.failureReason === 'media_too_large';
  if (!upload || upload.state.workspaceId !== workspaceId || isTooLarge)
    return { gone: 'The upload is not kept any more: upload the file again, and order again.' };
  await refuseMoreBytes(context, workspaceId, reservedBytes(upload.state.sizeBytes));
  return { kind: 'upload', key: uploadKeyOf({ workspaceId, id }) };
}

const hasAllConversations = async ({ table }: CommandContext, order: Order): Promise<boolean> =>
  (await loadConversations(table, order)).every((one) => one !== undefined);

/** The place of an operation is given back last: after that, nothing of it is deleted. */
async function isAtEngineStill({ table }: CommandContext, order: Order): Promise<boolean> {
  if (!isOfMedia(order)) return false;
  const ids = order.operations.map(({ id }) => id);
  return (await takenEnginePlaces(table)).some(({ operationId }) => ids.includes(operationId));
}
