import type { ConversationWithMeeting } from '#shared/conversations/rules/conversation';
import { etagOf } from '#shared/results/rules/transcript-etag';

/** The `ETag` of the text of a conversation: another one after each correction. */
export function textEtag({ conversation, meeting }: ConversationWithMeeting): string {
  if (meeting) return etagOf(meeting);
  return 'text' in conversation ? `"${conversation.id.slice(-12)}-${conversation.text.revision}"` : '"none"';
}
