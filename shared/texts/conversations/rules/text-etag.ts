import type { Meeting } from '#shared/meetings/meetings/rules/meeting';
import { shownRecording } from '#shared/meetings/meetings/rules/results-status';
import type { ConversationWithMeeting } from '#shared/texts/conversations/rules/conversation';

/** The `ETag` of the text of a conversation: another one after each correction. */
export function textEtag({ conversation, meeting }: ConversationWithMeeting): string {
  if (meeting) return etagOf(meeting);
  return 'text' in conversation ? `"${conversation.id.slice(-12)}-${conversation.text.revision}"` : '"none"';
}

/** The `ETag` of the transcript that a meeting shows: of which bot it is, and of which correction. */
export function etagOf(meeting: Meeting): string {
  const shown = shownRecording(meeting);
  return shown?.results.transcript === 'ready'
    ? `"${shown.botId.slice(-12)}-${shown.results.correction?.slice(0, 12) ?? '0'}"`
    : '"none"';
}
