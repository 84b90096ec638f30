import type { ConversationId, OperationId, OrderId } from '#shared/foundation/core/ids';
import type { PricePerMinute } from '#shared/foundation/core/price';
import { conflict, unprocessable } from '#shared/foundation/core/refusal';
import { DAY_MS, type Instant, later, MINUTE_MS } from '#shared/foundation/core/time';
import {
  type Conversation,
  isOfMeeting,
  type OrderConversation,
  stateOf,
} from '#shared/texts/conversations/rules/conversation';
import type { Order, OrderLabels, OrderWebhook } from '#shared/texts/orders/rules/order';

/** Drafts expire after this: docs/api/translations.md. */
export const DRAFT_MS = 7 * DAY_MS;
/** Operations that wait are checked again after this, where no job did before. */
export const RECHECK_MS = MINUTE_MS;

/** What a request orders. */
export interface TranslationRequest extends Omit<OrderLabels, 'workspaceId' | 'name' | 'language'> {
  readonly targetLanguages: readonly string[];
  /** False makes a draft. */
  readonly isConfirmed: boolean;
  readonly name: string | undefined;
  /** Of the audio of the source; null where it is not known yet. */
  readonly sourceSeconds: number | null;
  /** Undefined where the deployment has none. */
  readonly price: PricePerMinute | undefined;
  readonly webhook?: NewWebhook | undefined;
  readonly fields?: FieldNames;
}

/** A webhook with the id of the order that its secret was sealed for. */
export interface NewWebhook extends OrderWebhook {
  readonly orderId: OrderId;
}

/** What a path calls the fields that refusals name. */
export interface FieldNames {
  readonly source: string;
  /** The nth target language, from 0 on. */
  targetAt(nth: number): string;
}

/** Those of `POST /translate`. */
export const TRANSLATE_FIELDS: FieldNames = {
  source: 'source_conversation_id',
  targetAt: (nth) => `target_languages.${nth}`,
};

/** Ids for the order, and for the operation and the conversation of each language. */
export interface NewIds {
  readonly orderId: OrderId;
  readonly operations: readonly { readonly operationId: OperationId; readonly conversationId: ConversationId }[];
}

/** The conversation that is translated: that of a translation is the one it was made from. */
export const sourceIdOf = (conversation: Conversation): ConversationId =>
  !isOfMeeting(conversation) && conversation.kind === 'translation' && conversation.sourceConversationId
    ? conversation.sourceConversationId
    : conversation.id;

/** Language tags in their canonical form, each once: `pt-br` is `pt-BR`. */
export const languagesOf = (tags: readonly string[]): readonly string[] => Intl.getCanonicalLocales([...tags]);

/**
 * The order of translations of a text, with the conversations that will hold them. 409 where the source has failed, 422
 * where its language is among the targets. A source that has no text yet is waited for.
 */
export function orderTranslation(
  source: Conversation,
  { isConfirmed, ...asked }: TranslationRequest,
  { orderId, operations }: NewIds,
  now: Instant,
): { readonly order: Order; readonly conversations: readonly OrderConversation[] } {
  refuse(source, asked);
  const { workspaceId, language } = source;
  const { targetLanguages, service, tags, folderId, metadata, glossaryIds, styleGuideId } = asked;
  const shared = {
    ...{ workspaceId, name: asked.name ?? source.name, folderId, tags: [...new Set(tags)], metadata },
    ...({ kind: 'translation', sourceConversationId: source.id, createdAt: now, updatedAt: now } as const),
  };
  const order: Order = {
    ...{ id: orderId, ...shared, service, language, targetLanguages, glossaryIds, styleGuideId },
    ...(asked.sourceSeconds !== null && { sourceSeconds: asked.sourceSeconds }),
    ...(asked.price && { price: asked.price }),
    ...(asked.webhook && { webhook: webhookOf(asked.webhook) }),
    operations: operations.map(({ operationId, conversationId }, nth) => ({
      ...{ id: operationId, kind: 'translation', targetLanguage: targetLanguages[nth] ?? null, conversationId },
      ...{ state: 'pending', hasPlace: false },
    })),
    ...beginningOf(isConfirmed, now),
  };
  const conversations = operations.map(
    ({ conversationId }, nth): OrderConversation => ({
      ...{ ...shared, id: conversationId, orderId, language: targetLanguages[nth] ?? null, state: 'initial' },
    }),
  );
  return { order, conversations };
}

/** The webhook as the order has it. */
export const webhookOf = ({ url, sealedSecret, pin }: NewWebhook): OrderWebhook => ({ url, sealedSecret, pin });

/** A new order is submitted, or a draft. */
export const beginningOf = (isConfirmed: boolean, now: Instant) =>
  isConfirmed
    ? ({ state: 'submitted', submittedAt: now, lookAgainAt: later(now, RECHECK_MS) } as const)
    : ({ state: 'incomplete', expiresAt: later(now, DRAFT_MS) } as const);

function refuse(
  source: Conversation,
  { targetLanguages, fields = TRANSLATE_FIELDS }: Pick<TranslationRequest, 'targetLanguages' | 'fields'>,
): void {
  if (stateOf(source) === 'failed') throw conflict('The source has no text: its own order failed.');
  const { language } = source;
  const [canonical] = language === null ? [] : languagesOf([language]);
  const at = canonical === undefined ? -1 : targetLanguages.indexOf(canonical);
  if (at < 0) return;
  const field = fields.targetAt(at);
  throw unprocessable(field, 'invalid', `${field} is the language of the source.`);
}
