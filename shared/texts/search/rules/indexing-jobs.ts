import type { DomainEvent, Job } from '#shared/foundation/events/rules/domain-event';
import { type Conversation, isOfMeeting } from '#shared/texts/conversations/rules/conversation';

/** The job by which search follows what a conversation has become. */
export const indexingJob = ({ id: conversationId, workspaceId }: Pick<Conversation, 'id' | 'workspaceId'>): Job => ({
  type: 'job.conversation_indexing',
  content: { workspaceId, conversationId },
});

/** Search follows each text that is ready or corrected: the jobs are written with the events' own changes. */
export const indexingJobs = (events: readonly DomainEvent[]): readonly Job[] =>
  events.flatMap((event) => ('conversation' in event ? jobOfText(event.conversation.conversation) : []));

/** Texts that are made of another are not searched. */
const jobOfText = (conversation: Conversation): readonly Job[] =>
  isOfMeeting(conversation) || conversation.sourceConversationId === null ? [indexingJob(conversation)] : [];
