import * as v from 'valibot';
import { recognizedSeconds } from '#shared/accounts/usage/rules/recognized-seconds';
import { type Instant, isoOf, isoOrNull } from '#shared/foundation/core/time';
import { dateTime, idText, metadataMap } from '#shared/foundation/http/response/wire';
import { CONVERSATION_KINDS, CONVERSATION_STATES } from '#shared/texts/conversations/rules/conversation';
import { heardTracks, ingestionNotes } from '#shared/texts/orders/rules/audio-tracks';
import { conversationState } from '#shared/texts/orders/rules/conversations-of-order';
import { estimatedAt } from '#shared/texts/orders/rules/estimated-at';
import { FAILURE_REASONS } from '#shared/texts/orders/rules/failure-reasons';
import {
  hasConversation,
  isOfMedia,
  type MediaOrder,
  OPERATION_STATES,
  type Operation,
  ORDER_STATES,
  type Order,
  SERVICES,
} from '#shared/texts/orders/rules/order';
import { lengthOf, type Pricing, pricingOf } from '#shared/texts/orders/rules/pricing';
import { issuesFields, presentIssues } from '#shared/texts/translation/present';

const failureReason = v.nullable(v.picklist(FAILURE_REASONS));

export const OrderBody = v.strictObject({
  id: idText('ord'),
  object: v.literal('order'),
  workspace_id: idText('wks'),
  kind: v.picklist(CONVERSATION_KINDS),
  service: v.picklist(SERVICES),
  state: v.picklist(ORDER_STATES),
  name: v.string(),
  language: v.nullable(v.string()),
  target_languages: v.array(v.string()),
  folder_id: v.nullable(idText('fol')),
  tags: v.array(v.string()),
  glossary_ids: v.array(idText('glo')),
  style_guide_id: v.nullable(idText('sty')),
  operations: v.array(
    v.strictObject({
      id: idText('opr'),
      kind: v.picklist(CONVERSATION_KINDS),
      state: v.picklist(OPERATION_STATES),
      language: v.nullable(v.string()),
      target_language: v.nullable(v.string()),
      conversation_id: idText('con'),
      failure_reason: failureReason,
      ...issuesFields,
    }),
  ),
  ingestions: v.array(
    v.strictObject({
      id: idText('ing'),
      state: v.picklist(OPERATION_STATES),
      url: v.string(),
      size: v.nullable(v.number()),
      duration_seconds: v.nullable(v.number()),
      audio_tracks: v.nullable(v.number()),
      notes: v.array(v.string()),
      failure_reason: failureReason,
    }),
  ),
  transcriptions: v.array(
    v.strictObject({
      id: idText('con'),
      state: v.picklist(CONVERSATION_STATES),
      estimated_at: v.nullable(dateTime),
    }),
  ),
  outputs_ids: v.array(idText('con')),
  pricing: v.nullable(v.strictObject({ currency: v.string(), total_cents: v.number() })),
  usage: v.strictObject({
    translated_characters: v.nullable(v.number()),
    recognized_seconds: v.nullable(v.number()),
  }),
  failure_reason: failureReason,
  /** Shown once, by the request that made an order with a `webhook_url`. */
  webhook_secret: v.optional(v.string()),
  metadata: metadataMap,
  created_at: dateTime,
  updated_at: dateTime,
  submitted_at: v.nullable(dateTime),
  ended_at: v.nullable(dateTime),
});

export function presentOrder(order: Order, webhookSecret?: string) {
  const kept = order.operations.filter((operation) => hasConversation(order, operation));
  return {
    id: order.id,
    object: 'order',
    workspace_id: order.workspaceId,
    kind: order.kind,
    service: order.service,
    state: order.state,
    name: order.name,
    language: order.language,
    target_languages: order.targetLanguages,
    folder_id: order.folderId,
    tags: order.tags,
    glossary_ids: order.glossaryIds,
    style_guide_id: order.styleGuideId,
    operations: order.operations.map((operation) => presentOperation(order, operation)),
    ingestions: isOfMedia(order) ? [presentIngestion(order)] : [],
    transcriptions: kept.map((operation) => ({
      id: operation.conversationId,
      state: conversationState(order, operation),
      estimated_at: inSeconds(estimatedAt(order, operation)),
    })),
    outputs_ids: kept.map(({ conversationId }) => conversationId),
    pricing: presentPricing(pricingOf(order)),
    usage: presentUsed(order),
    failure_reason: order.state === 'failed' ? order.failureReason : null,
    ...(webhookSecret !== undefined && { webhook_secret: webhookSecret }),
    metadata: order.metadata,
    created_at: isoOf(order.createdAt),
    updated_at: isoOf(order.updatedAt),
    submitted_at: isoOrNull('submittedAt' in order ? order.submittedAt : null),
    ended_at: isoOrNull('endedAt' in order ? order.endedAt : null),
  };
}

/** Without milliseconds, as estimates are. */
const inSeconds = (at: Instant | null): string | null => (at === null ? null : isoOf(at).replace(/\.\d+Z$/, 'Z'));

const presentPricing = (pricing: Pricing | null) =>
  pricing && { currency: pricing.currency, total_cents: pricing.totalCents };

/** What the texts that are done took of the engines; null for the other kind of order, and where it is not known. */
function presentUsed(order: Order) {
  const done = order.operations.flatMap((operation) => (operation.state === 'done' ? [operation] : []));
  if (isOfMedia(order)) {
    const seconds = recognizedSeconds(lengthOf(order));
    return { translated_characters: null, recognized_seconds: done.length * heardTracks(order) * seconds };
  }
  const isKnown = done.every(({ characters }) => characters !== undefined);
  const characters = done.reduce((sum, operation) => sum + (operation.characters ?? 0), 0);
  return { translated_characters: isKnown ? characters : null, recognized_seconds: null };
}

const presentIngestion = ({ ingestion, speakers }: MediaOrder) => ({
  id: ingestion.id,
  state: ingestion.state,
  url: ingestion.url,
  size: ingestion.state === 'done' ? ingestion.sizeBytes : null,
  duration_seconds: ingestion.state === 'done' ? ingestion.durationSeconds : null,
  audio_tracks: (ingestion.state === 'done' && ingestion.audioTracks) || null,
  notes: ingestionNotes({ ingestion, speakers }),
  failure_reason: ingestion.state === 'failed' ? ingestion.failureReason : null,
});

const presentOperation = ({ language }: Order, operation: Operation) => ({
  id: operation.id,
  kind: operation.kind,
  state: operation.state,
  language,
  target_language: operation.targetLanguage,
  conversation_id: operation.conversationId,
  failure_reason: operation.state === 'failed' ? operation.failureReason : null,
  ...presentIssues(operation.state === 'done' ? operation.issues : undefined),
});
