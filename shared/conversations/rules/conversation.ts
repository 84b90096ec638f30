import type { ConversationId, FolderId, MeetingId, WorkspaceId } from '#shared/core/ids';
import { isSame } from '#shared/core/json';
import { type Metadata, type MetadataChange, metadataAfter } from '#shared/core/metadata';
import type { Instant } from '#shared/core/time';
import type { Meeting } from '#shared/meetings/rules/meeting';
import { shownResults } from '#shared/meetings/rules/whole-results';

export const LONGEST_NAME = 200;
export const MOST_TAGS = 20;
export const LONGEST_TAG = 50;

/**
 * The text of a recorded meeting as a conversation. Its content is the meeting's results; nothing of it is copied but
 * the language, by which lists filter.
 */
export interface Conversation {
  readonly id: ConversationId;
  readonly workspaceId: WorkspaceId;
  readonly meetingId: MeetingId;
  readonly name: string;
  /** Of the transcript that the meeting shows; null where it is not known. */
  readonly language: string | null;
  /** Null at the root. */
  readonly folderId: FolderId | null;
  readonly tags: readonly string[];
  readonly metadata: Metadata;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** A conversation with the meeting whose text it is. */
export interface ConversationInMeeting {
  readonly conversation: Conversation;
  readonly meeting: Meeting;
}

/** A meeting without a title names its conversation so. */
const UNTITLED = 'Untitled meeting';

/** The conversation of a meeting whose first transcript is stored. The meeting's title names it from then on. */
export const conversationOf = (meeting: Meeting, id: ConversationId, now: Instant): Conversation => ({
  id,
  workspaceId: meeting.workspaceId,
  meetingId: meeting.id,
  name: meeting.title?.trim() || UNTITLED,
  language: shownResults(meeting).transcriptLanguage,
  folderId: null,
  tags: [],
  metadata: {},
  createdAt: now,
  updatedAt: now,
});

/** The conversation with the language of the transcript that its meeting shows now. */
export function followMeeting(conversation: Conversation, meeting: Meeting, now: Instant): Conversation {
  const { transcriptLanguage: language } = shownResults(meeting);
  return language === conversation.language ? conversation : { ...conversation, language, updatedAt: now };
}

/** What a request writes; undefined leaves a field as it is, tags are replaced as a whole. */
export interface ConversationPatch {
  readonly name?: string | undefined;
  readonly folderId?: FolderId | null | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly metadata?: MetadataChange | undefined;
}

/** Throws 422 `too_long` where the merged metadata holds too many keys. */
export function updateConversation(conversation: Conversation, { name, folderId, tags, metadata }: ConversationPatch) {
  const after = {
    ...conversation,
    ...(name !== undefined && { name }),
    ...(folderId !== undefined && { folderId }),
    ...(tags !== undefined && { tags: [...new Set(tags)] }),
    ...(metadata !== undefined && { metadata: metadataAfter(conversation.metadata, metadata) }),
  };
  return isSame(conversation, after) ? conversation : after;
}
