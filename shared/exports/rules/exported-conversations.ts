import { type ConversationWithMeeting, stateOf, TEXT_STATES } from '#shared/conversations/rules/conversation';
import { shownResults } from '#shared/meetings/rules/results-status';

/** Of the audio of a conversation; null where it is not known. */
export function audioSeconds({ conversation, meeting }: ConversationWithMeeting): number | null {
  if (meeting) return shownResults(meeting).durationSeconds;
  return 'text' in conversation ? conversation.text.durationSeconds : null;
}

/** Whether a conversation has a text to be exported. */
export const hasText = ({ conversation }: ConversationWithMeeting): boolean =>
  TEXT_STATES.some((state) => state === stateOf(conversation));
