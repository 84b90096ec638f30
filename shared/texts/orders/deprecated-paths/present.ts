import * as v from 'valibot';
import { isoOf } from '#shared/foundation/core/time';
import { dateTime, idText } from '#shared/foundation/http/response/wire';
import { FAILURE_REASONS } from '#shared/texts/orders/rules/failure-reasons';
import { hasConversation, isOfMedia, type Order } from '#shared/texts/orders/rules/order';

const TASK_STATES = ['initial', 'working', 'done', 'failed'] as const;
type TaskState = (typeof TASK_STATES)[number];

export const TranslationTaskBody = v.strictObject({
  id: idText('ord'),
  object: v.literal('translation_task'),
  state: v.picklist(TASK_STATES),
  transcription_id: idText('con'),
  target_language: v.string(),
  translated_transcription_id: v.nullable(idText('con')),
  failure_reason: v.nullable(v.picklist(FAILURE_REASONS)),
  created_at: dateTime,
  updated_at: dateTime,
});

/** Whether an order is the translation into one language: other orders are no tasks. */
export const isTranslationTask = (order: Order): boolean => !isOfMedia(order) && order.operations.length === 1;

/** Of an order that is a task. */
export const presentTranslationTask = (order: Order) => {
  const [operation] = order.operations;
  const isKept = operation !== undefined && hasConversation(order, operation);
  return {
    id: order.id,
    object: 'translation_task',
    state: taskState(order),
    transcription_id: isOfMedia(order) ? null : order.sourceConversationId,
    target_language: order.targetLanguages[0],
    translated_transcription_id: isKept ? operation.conversationId : null,
    failure_reason: order.state === 'failed' ? order.failureReason : null,
    created_at: isoOf(order.createdAt),
    updated_at: isoOf(order.updatedAt),
  };
};

function taskState({ state, operations }: Order): TaskState {
  switch (state) {
    case 'incomplete':
      return 'initial';
    case 'submitted':
      return operations.every((one) => one.state === 'pending') ? 'initial' : 'working';
    case 'locked':
      return 'working';
    case 'fulfilled':
      return 'done';
    default:
      return 'failed';
  }
}
