import type { Table } from '#shared/foundation/core/table';
import { type Conversation, type OrderConversation, orderIdOf } from '#shared/texts/conversations/rules/conversation';
import { requireDeletable } from '#shared/texts/conversations/rules/trash';
import { hasEnded } from '#shared/texts/orders/rules/order';
import { orders } from '#shared/texts/orders/store';

/**
 * The conversation, which can be deleted; 409 for that of a meeting, and while its order runs. An order that has ended
 * does not run again, so that its row need not be guarded.
 */
export async function requireOrderEnded(table: Table, conversation: Conversation): Promise<OrderConversation> {
  const orderId = orderIdOf(conversation);
  const order = orderId === null ? undefined : await orders.find(table, orderId);
  return requireDeletable(conversation, order !== undefined && !hasEnded(order.state));
}
