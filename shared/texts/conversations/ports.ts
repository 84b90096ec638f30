import type { MediaFile } from '#shared/meetings/bots/rules/bot';
import { shownRecording } from '#shared/meetings/meetings/rules/results-status';
import { conversationMediaKey, keyOf, type TranscriptFile } from '#shared/meetings/results/ports';
import type { ConversationWithMeeting } from '#shared/texts/conversations/rules/conversation';

/** Where the text of a conversation lies, whatever it came from; undefined while there is none. */
export function textFileOf({ conversation, meeting }: ConversationWithMeeting): TranscriptFile | undefined {
  if (meeting) {
    const shown = shownRecording(meeting);
    return shown?.results.transcript === 'ready' ? keyOf(meeting, shown) : undefined;
  }
  const { id, workspaceId } = conversation;
  return 'text' in conversation ? { workspaceId, conversationId: id, revision: conversation.text.revision } : undefined;
}

/**
 * The media file that the text of a conversation was recognized from; undefined where it came of a meeting or a text.
 */
export function mediaFileOf({ conversation }: ConversationWithMeeting): MediaFile | undefined {
  const media = 'text' in conversation ? conversation.text.media : undefined;
  if (!media) return undefined;
  const { id: conversationId, workspaceId } = conversation;
  const kind = media.contentType.startsWith('video/') ? 'video' : 'audio';
  return { kind, ...media, key: conversationMediaKey({ workspaceId, conversationId }) };
}
