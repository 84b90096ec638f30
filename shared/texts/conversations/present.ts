import * as v from 'valibot';
import { isoOf, isoOrNull } from '#shared/foundation/core/time';
import { dateTime, idText, metadataMap } from '#shared/foundation/http/response/wire';
import type { Meeting } from '#shared/meetings/meetings/rules/meeting';
import {
  CONVERSATION_KINDS,
  CONVERSATION_STATES,
  type ConversationWithMeeting,
  isOfMeeting,
  kindOf,
  lengthOf,
  type OrderConversation,
  stateOf,
} from '#shared/texts/conversations/rules/conversation';
import { isInTrash } from '#shared/texts/conversations/rules/trash';
import { FAILURE_REASONS } from '#shared/texts/orders/rules/failure-reasons';
import { issuesFields, presentIssues } from '#shared/texts/translation/present';

export const ConversationBody = v.strictObject({
  id: idText('con'),
  object: v.literal('conversation'),
  workspace_id: idText('wks'),
  name: v.string(),
  kind: v.picklist(CONVERSATION_KINDS),
  state: v.picklist(CONVERSATION_STATES),
  language: v.nullable(v.string()),
  source_conversation_id: v.nullable(idText('con')),
  order_id: v.nullable(idText('ord')),
  meeting: v.nullable(
    v.strictObject({
      id: idText('mtg'),
      title: v.nullable(v.string()),
      starts_at: v.nullable(dateTime),
      ends_at: v.nullable(dateTime),
      platform: v.nullable(v.picklist(['meet', 'zoom', 'teams'])),
    }),
  ),
  audio_length_in_seconds: v.nullable(v.number()),
  cost_in_cents: v.number(),
  folder_id: v.nullable(idText('fol')),
  tags: v.array(v.string()),
  sharing_enabled: v.literal(false),
  failure_reason: v.nullable(v.picklist(FAILURE_REASONS)),
  ...issuesFields,
  metadata: metadataMap,
  created_at: dateTime,
  updated_at: dateTime,
  deleted_at: v.optional(dateTime),
});

export const presentConversation = (found: ConversationWithMeeting) => {
  const { conversation, meeting } = found;
  return {
    id: conversation.id,
    object: 'conversation',
    workspace_id: conversation.workspaceId,
    name: conversation.name,
    kind: kindOf(conversation),
    state: stateOf(conversation),
    language: conversation.language,
    ...(meeting ? presentRecorded(meeting) : presentOrdered(conversation)),
    audio_length_in_seconds: lengthOf(found),
    failure_reason: 'failureReason' in conversation ? conversation.failureReason : null,
    cost_in_cents: isOfMeeting(conversation) ? 0 : (conversation.costInCents ?? 0),
    folder_id: conversation.folderId,
    tags: conversation.tags,
    sharing_enabled: false,
    ...presentIssues(meeting ? undefined : conversation.issues),
    metadata: conversation.metadata,
    created_at: isoOf(conversation.createdAt),
    updated_at: isoOf(conversation.updatedAt),
    ...(isInTrash(conversation) && { deleted_at: isoOf(conversation.deletedAt) }),
  };
};

const presentRecorded = (meeting: Meeting) => ({
  source_conversation_id: null,
  order_id: null,
  meeting: {
    id: meeting.id,
    title: meeting.title,
    starts_at: isoOrNull(meeting.startsAt),
    ends_at: isoOrNull(meeting.endsAt),
    platform: meeting.platform,
  },
});

const presentOrdered = (conversation: OrderConversation) => ({
  source_conversation_id: conversation.sourceConversationId,
  order_id: conversation.orderId,
  meeting: null,
});
