import type { ConversationState, OrderConversation, StoredText } from '#shared/texts/conversations/rules/conversation';
import { isOfMedia, type Operation, type Order } from '#shared/texts/orders/rules/order';
import { costOfText } from '#shared/texts/orders/rules/pricing';
import type { SubtitleStyle } from '#shared/texts/subtitles/rules/style';
import { keptIssues, type TranslationIssue } from '#shared/texts/translation/rules/translation-issue';

/** Issues that a conversation keeps: its row is bounded. */
const MOST_ISSUES = 50;

/** A text that an operation made. */
export interface MadeText {
  readonly text: StoredText;
  /** BCP-47, where it was recognized. */
  readonly language?: string;
  /** What was translated. */
  readonly characters?: number;
  /** What is wrong with a translation, in the order of its segments. */
  readonly issues?: readonly TranslationIssue[];
  /** By which subtitles were divided. */
  readonly style?: SubtitleStyle;
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
  const text = made?.text ?? ('text' in conversation ? conversation.text : undefined);
  const labels = {
    ...labelsOf(conversation),
    language: made?.language ?? conversation.language,
    ...(made?.style && { style: made.style }),
    ...(made?.issues && ofConversation(made.issues)),
  };
  if (text && operation.state === 'done') {
    const costInCents = costOfText(order, text.durationSeconds);
    const state = isBeingEdited(order) ? 'locked' : 'automatic_done';
    return { ...labels, ...(costInCents > 0 && { costInCents }), state, text };
  }
  if (order.state === 'canceled' || order.state === 'expired') return null;
  if (operation.state === 'failed') return { ...labels, state: 'failed', failureReason: operation.failureReason };
  return { ...labels, state: unfinishedState(order, operation) };
}

function ofConversation(issues: readonly TranslationIssue[]) {
  const kept = keptIssues(issues, MOST_ISSUES);
  return kept && { issues: kept };
}

/** The state of a conversation as its order says; nothing of one that is gone. */
export function conversationState(order: Order, operation: Operation): ConversationState {
  if (operation.state === 'failed') return 'failed';
  if (operation.state === 'done') return isBeingEdited(order) ? 'locked' : 'automatic_done';
  return unfinishedState(order, operation);
}

function unfinishedState(order: Order, { state }: Operation) {
  if (state === 'processing') return 'automatic_transcribing';
  if (!isOfMedia(order) || order.ingestion.state === 'pending') return 'initial';
  // The file of a draft is there, and nothing is at work until it is confirmed.
  return order.state === 'incomplete' && order.ingestion.state === 'done' ? 'initial' : 'ingesting';
}

/** Texts of human work are locked from the automatic result on until the order is fulfilled. */
const isBeingEdited = ({ service, state }: Order): boolean =>
  service === 'pro' && (state === 'submitted' || state === 'locked');

function labelsOf(conversation: OrderConversation) {
  const { id, workspaceId, orderId, kind, sourceConversationId, name } = conversation;
  const { folderId, tags, metadata, createdAt, updatedAt, style, issues, conversions } = conversation;
  return {
    ...{ id, workspaceId, orderId, kind, sourceConversationId, name },
    ...{ folderId, tags, metadata, createdAt, updatedAt },
    ...(style && { style }),
    ...(issues && { issues }),
    ...(conversions && { conversions }),
  };
}
