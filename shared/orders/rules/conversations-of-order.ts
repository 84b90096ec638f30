import type { OrderConversation } from '#shared/conversations/rules/conversation';
import type { Operation, Order } from '#shared/orders/rules/order';

/** A text that an operation made. */
export interface MadeText {
  readonly revision: string;
  readonly durationSeconds: number | null;
}

/**
 * The conversation of an operation as its order says, null where it goes: an order that is canceled or expires leaves only
 * texts behind. `made` is the text of an operation that is done.
 */
export function conversationAfter(
  conversation: OrderConversation,
  order: Order,
  operation: Operation,
  made?: MadeText,
): OrderConversation | null {
  const text = made ?? ('text' in conversation ? conversation.text : undefined);
  const labels = labelsOf(conversation);
  if (text && operation.state === 'done')
    return { ...labels, state: isBeingEdited(order) ? 'locked' : 'automatic_done', text };
  if (order.state === 'canceled' || order.state === 'expired') return null;
  if (operation.state === 'failed') return { ...labels, state: 'failed', failureReason: operation.failureReason };
  return { ...labels, state: operation.state === 'processing' ? 'automatic_transcribing' : 'initial' };
}

/** Texts of human work are locked from the automatic result on until the order is fulfilled. */
const isBeingEdited = ({ service, state }: Order): boolean =>
  service === 'pro' && (state === 'submitted' || state === 'locked');

function labelsOf(conversation: OrderConversation) {
  const { id, workspaceId, orderId, kind, sourceConversationId, name, language } = conversation;
  const { folderId, tags, metadata, createdAt, updatedAt } = conversation;
  return {
    ...{ id, workspaceId, orderId, kind, sourceConversationId, name, language },
    ...{ folderId, tags, metadata, createdAt, updatedAt },
  };
}
