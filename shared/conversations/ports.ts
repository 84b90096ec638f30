import type { ConversationWithMeeting } from '#shared/conversations/rules/conversation';
import { shownRecording } from '#shared/meetings/rules/whole-results';
import { keyOf, type TranscriptFile } from '#shared/results/ports';

/** Where the text of a conversation lies, whatever it came from; undefined while there is none. */
export function textFileOf({ conversation, meeting }: ConversationWithMeeting): TranscriptFile | undefined {
  if (meeting) {
    const shown = shownRecording(meeting);
    return shown?.results.transcript === 'ready' ? keyOf(meeting, shown) : undefined;
  }
  const { id, workspaceId } = conversation;
  return 'text' in conversation ? { workspaceId, conversationId: id, revision: conversation.text.revision } : undefined;
}
