import type { Workspace } from '#shared/accounts/workspaces/rules/workspace';
import type { ConversationId, IngestionId, OperationId, OrderId } from '#shared/foundation/core/ids';
import type { PricePerMinute } from '#shared/foundation/core/price';
import { forbidden } from '#shared/foundation/core/refusal';
import type { Instant } from '#shared/foundation/core/time';
import type { SpeakerHints } from '#shared/meetings/recorders/rules/speaker-hints';
import type { OrderConversation } from '#shared/texts/conversations/rules/conversation';
import { beginningOf, type NewWebhook, webhookOf } from '#shared/texts/orders/rules/create-order';
import type { Order, OrderLabels, Service } from '#shared/texts/orders/rules/order';
import type { SealedSource } from '#shared/texts/orders/rules/order-ingestion';

/** What a request orders of a media file. */
export interface MediaRequest extends OrderLabels {
  readonly kind: 'transcription' | 'subtitles';
  /** Where the file comes from, without the query. */
  readonly url: string;
  /** False makes a draft. */
  readonly isConfirmed: boolean;
  readonly speakers: SpeakerHints;
  /** Undefined where the deployment has none. */
  readonly price: PricePerMinute | undefined;
  readonly webhook: NewWebhook | undefined;
}

type HumanWork = Pick<Workspace, 'humanTranscription'>;

export interface NewMediaIds {
  readonly orderId: OrderId;
  readonly operationId: OperationId;
  readonly conversationId: ConversationId;
  readonly ingestionId: IngestionId;
}

/** Refuses with 403 the work of people that the workspace does not have. */
export function requireHumanTranscription({ humanTranscription }: HumanWork, service: Service): void {
  if (service === 'pro' && !humanTranscription)
    throw forbidden('plan_upgrade_required', 'This workspace has no human transcription.');
}

/** The order of a text of a media file, with the conversation that will hold it. The file of a draft is ingested at once. */
export function orderOfMedia(
  { isConfirmed, url, speakers, service, glossaryIds, styleGuideId, price, webhook, ...asked }: MediaRequest,
  source: SealedSource,
  { orderId, operationId, conversationId, ingestionId }: NewMediaIds,
  now: Instant,
): { readonly order: Order; readonly conversation: OrderConversation } {
  const shared = { ...asked, tags: [...new Set(asked.tags)], createdAt: now, updatedAt: now };
  const order: Order = {
    ...{ id: orderId, ...shared, service, glossaryIds, styleGuideId, targetLanguages: [], speakers },
    ...(price && { price }),
    ...(webhook && { webhook: webhookOf(webhook) }),
    ingestion: { id: ingestionId, url, state: 'pending', source },
    operations: [
      { id: operationId, kind: asked.kind, targetLanguage: null, conversationId, state: 'pending', hasPlace: false },
    ],
    ...beginningOf(isConfirmed, now),
  };
  return {
    order,
    conversation: { ...shared, id: conversationId, orderId, sourceConversationId: null, state: 'initial' },
  };
}
