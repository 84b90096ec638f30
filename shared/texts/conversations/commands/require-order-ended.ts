import type { Loaded } from '#shared/foundation/core/store';
import type { Table } from '#shared/foundation/core/table';
import { type Conversation, type OrderConversation, orderIdOf } from '#shared/texts/conversations/rules/conversation';
import { requireDeletable } from '#shared/texts/conversations/rules/trash';
import { hasEnded, type Order } from '#shared/texts/orders/rules/order';
import { orders } from '#shared/texts/orders/store';

/** The order that makes the text of a conversation; undefined where none does. */
export async function loadOrderOf(table: Table, conversation: Conversation): Promise<Loaded<Order> | undefined> {
  const orderId = orderIdOf(conversation);
  return orderId === null ? undefined : orders.find(table, orderId);
}

/**
 * The conversation, which can be deleted; 409 for that of a meeting, and while its order runs. An order that has ended
 * does not run again, so that its row need not be guarded.
 */
export async function requireOrderEnded(table: Table, conversation: Conversation): Promise<OrderConversation> {
  const order = await loadOrderOf(table, conversation);
  return requireDeletable(conversation, order !== undefined && !hasEnded(order.state));
}
