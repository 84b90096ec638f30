import { type ConversationWithMeeting, stateOf, TEXT_STATES } from '#shared/texts/conversations/rules/conversation';

/** Whether a conversation has a text to be exported. */
export const hasText = ({ conversation }: ConversationWithMeeting): boolean =>
  TEXT_STATES.some((state) => state === stateOf(conversation));
