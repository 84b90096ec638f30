import { removedFilesJobs } from '#shared/accounts/usage/rules/usage';
import type { ConversationId, FolderId, WorkspaceId } from '#shared/foundation/core/ids';
import { conflict } from '#shared/foundation/core/refusal';
import { DAY_MS, type Instant, later } from '#shared/foundation/core/time';
import type { Job } from '#shared/foundation/events/rules/domain-event';
import {
  type Conversation,
  isOfMeeting,
  mediaBytesOf,
  type OrderConversation,
} from '#shared/texts/conversations/rules/conversation';

/** How long a conversation can be restored: docs/api/conversations.md#delete-and-restore. */
const TRASH_MS = 30 * DAY_MS;

type Deleted = OrderConversation & { readonly deletedAt: Instant };

export const isInTrash = (conversation: Conversation): conversation is Deleted => 'deletedAt' in conversation;

/** When a conversation that was deleted then is gone for good. */
export const trashEndsAt = (deletedAt: Instant): Instant => later(deletedAt, TRASH_MS);

/** Whether a conversation in the trash can be restored no longer. */
export const isTrashOver = (conversation: Conversation, now: Instant): boolean =>
  isInTrash(conversation) && trashEndsAt(conversation.deletedAt) <= now;

/** 409 for the conversation of a meeting, and while its order runs. */
export function requireDeletable(conversation: Conversation, isOrderRunning: boolean): OrderConversation {
  if (isOfMeeting(conversation)) throw conflict('The conversation of a meeting is deleted with its meeting.');
  if (isOrderRunning) throw conflict('The order of this conversation runs: cancel it, or wait for its end.');
  return conversation;
}

/** The conversation in the trash. */
export const moveToTrash = (conversation: OrderConversation, now: Instant): Deleted => ({
  ...conversation,
  deletedAt: now,
  updatedAt: now,
});

/** The content of a job about a conversation that is gone. A type and not an interface, since it is stored as JSON. */
export type DeletedConversation = {
  readonly workspaceId: WorkspaceId;
  readonly conversationId: ConversationId;
  /** Absent where it was that of a meeting, which had one. No export holds a conversation that never had a text. */
  readonly hadText?: boolean;
};

/** A text is never taken from a conversation, so that one without never had any. */
export const deletedConversation = (conversation: OrderConversation): DeletedConversation => ({
  workspaceId: conversation.workspaceId,
  conversationId: conversation.id,
  hadText: 'text' in conversation,
});

declare module '#shared/foundation/events/rules/domain-event' {
  interface JobTypes {
    /** A conversation was deleted permanently: its texts are to be deleted, and exports that hold it are to expire. */
    'job.conversation_deletion': { readonly content: DeletedConversation };
  }
}

/** The job that takes the media of a removed conversation off the usage, where it has, or may have, some. */
export const conversationRemovedJobs = (conversation: Conversation, at: Instant): readonly Job[] =>
  removedFilesJobs(conversation.workspaceId, mayHaveMedia(conversation) ? [conversation] : [], at);

/** The media file of a text that failed was stored before, or on its way. */
const mayHaveMedia = (conversation: Conversation): boolean =>
  mediaBytesOf(conversation) > 0 ||
  (!isOfMeeting(conversation) && conversation.sourceConversationId === null && !('text' in conversation));

/** The conversation out of the trash, in the folder where it was, or at the root where that is gone. */
export function restoreFromTrash(
  { deletedAt: _deletedAt, ...conversation }: Deleted,
  folderId: FolderId | null,
  now: Instant,
): OrderConversation {
  return { ...conversation, folderId, updatedAt: now };
}
