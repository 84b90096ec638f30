import type { OrderConversation } from '#shared/conversations/rules/conversation';
import type {
  ConversationId,
  FolderId,
  GlossaryId,
  IngestionId,
  OperationId,
  OrderId,
  StyleGuideId,
  WorkspaceId,
} from '#shared/core/ids';
import type { Metadata } from '#shared/core/metadata';
import { forbidden } from '#shared/core/refusal';
import type { Instant } from '#shared/core/time';
import { beginningOf, type NewWebhook, webhookOf } from '#shared/orders/rules/create-order';
import type { Order, Service } from '#shared/orders/rules/order';
import type { SealedSource } from '#shared/orders/rules/order-ingestion';
import type { SpeakerHints } from '#shared/recorders/rules/speaker-hints';
import type { Workspace } from '#shared/workspaces/rules/workspace';

/** What a request orders of a media file. */
export interface MediaRequest {
  readonly workspaceId: WorkspaceId;
  readonly kind: 'transcription' | 'subtitles';
  /** Where the file comes from, without the query. */
  readonly url: string;
  readonly name: string;
  /** BCP-47, of what is spoken; null where it is to be recognized. */
  readonly language: string | null;
  readonly service: Service;
  /** False makes a draft. */
  readonly isConfirmed: boolean;
  readonly folderId: FolderId | null;
  readonly glossaryIds: readonly GlossaryId[];
  readonly styleGuideId: StyleGuideId | null;
  readonly tags: readonly string[];
  readonly metadata: Metadata;
  readonly speakers: SpeakerHints;
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
  { isConfirmed, url, speakers, service, glossaryIds, styleGuideId, webhook, ...asked }: MediaRequest,
  source: SealedSource,
  { orderId, operationId, conversationId, ingestionId }: NewMediaIds,
  now: Instant,
): { readonly order: Order; readonly conversation: OrderConversation } {
  const shared = { ...asked, tags: [...new Set(asked.tags)], createdAt: now, updatedAt: now };
  const order: Order = {
    ...{ id: orderId, ...shared, service, glossaryIds, styleGuideId, targetLanguages: [], speakers },
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
