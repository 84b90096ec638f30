import { command } from '#shared/commands/command';
import { type Conversation, isOfMeeting, type OrderConversation } from '#shared/conversations/rules/conversation';
import { moveToTrash } from '#shared/conversations/rules/trash';
import { conversations } from '#shared/conversations/store';
import type { ConversationId } from '#shared/core/ids';
import { notFound } from '#shared/core/refusal';
import type { Table } from '#shared/core/table';
import { hasEnded } from '#shared/orders/rules/order';
import { orders } from '#shared/orders/store';

/** Moves a conversation to the trash; 409 for that of a meeting, and while its order runs. */
export const trashConversation = command(async (context, id: ConversationId): Promise<OrderConversation> => {
  const before = await conversations.find(context.table, id);
  if (!before) throw notFound(conversations.noun);
  const at = context.clock.now();
  const after = moveToTrash(before.state, await isOrderRunning(context.table, before.state), at);
  await context.changes.save({ at, writes: [conversations.put(before, after)], result: after });
  return after;
});

/** An order that has ended does not run again, so that its row need not be guarded. */
async function isOrderRunning(table: Table, conversation: Conversation): Promise<boolean> {
  const order = isOfMeeting(conversation) ? undefined : await orders.find(table, conversation.orderId);
  return order !== undefined && !hasEnded(order.state);
}
