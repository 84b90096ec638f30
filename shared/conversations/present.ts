import * as v from 'valibot';
import type { ConversationInMeeting } from '#shared/conversations/rules/conversation';
import { isoOf, isoOrNull } from '#shared/core/time';
import { dateTime, idText, metadataMap } from '#shared/http/response/wire';
import { shownResults } from '#shared/meetings/rules/whole-results';

export const ConversationBody = v.strictObject({
  id: idText('con'),
  object: v.literal('conversation'),
  workspace_id: idText('wks'),
  name: v.string(),
  kind: v.picklist(['transcription']),
  state: v.picklist(['automatic_done']),
  language: v.nullable(v.string()),
  source_conversation_id: v.null(),
  order_id: v.null(),
  meeting: v.strictObject({
    id: idText('mtg'),
    title: v.nullable(v.string()),
    starts_at: v.nullable(dateTime),
    ends_at: v.nullable(dateTime),
    platform: v.nullable(v.picklist(['meet', 'zoom', 'teams'])),
  }),
  audio_length_in_seconds: v.nullable(v.number()),
  cost_in_cents: v.literal(0),
  folder_id: v.nullable(idText('fol')),
  tags: v.array(v.string()),
  sharing_enabled: v.literal(false),
  failure_reason: v.null(),
  metadata: metadataMap,
  created_at: dateTime,
  updated_at: dateTime,
});

/** The conversation of a meeting exists from its first transcript on, so that it is always done. */
export const presentConversation = ({ conversation, meeting }: ConversationInMeeting) => ({
  id: conversation.id,
  object: 'conversation',
  workspace_id: conversation.workspaceId,
  name: conversation.name,
  kind: 'transcription',
  state: 'automatic_done',
  language: conversation.language,
  source_conversation_id: null,
  order_id: null,
  meeting: {
    id: meeting.id,
    title: meeting.title,
    starts_at: isoOrNull(meeting.startsAt),
    ends_at: isoOrNull(meeting.endsAt),
    platform: meeting.platform,
  },
  audio_length_in_seconds: shownResults(meeting).durationSeconds,
  cost_in_cents: 0,
  folder_id: conversation.folderId,
  tags: conversation.tags,
  sharing_enabled: false,
  failure_reason: null,
  metadata: conversation.metadata,
  created_at: isoOf(conversation.createdAt),
  updated_at: isoOf(conversation.updatedAt),
});
