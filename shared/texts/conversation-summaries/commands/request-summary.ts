import { refusePaidWork } from '#shared/accounts/usage/commands/refuse-beyond-limits';
import { command } from '#shared/foundation/commands/command';
import type { ConversationId } from '#shared/foundation/core/ids';
import { notFound } from '#shared/foundation/core/refusal';
import {
  type ConversationSummary,
  type ConversationSummaryJob,
  createSummary,
  isCurrent,
  type SummaryChoice,
} from '#shared/texts/conversation-summaries/rules/conversation-summary';
import { conversationSummaries } from '#shared/texts/conversation-summaries/store';
import { isOfMeeting } from '#shared/texts/conversations/rules/conversation';
import { conversations } from '#shared/texts/conversations/store';

/**
 * The summary of the text of an order: the one that is there, or a new one that a job makes. Of two requests at once, one
 * makes it. 429 where the limit of
 * requests is reached, 403 where that of usage is.
 */
export const requestSummary = command(
  async (context, conversationId: ConversationId, choice: SummaryChoice): Promise<ConversationSummary> => {
    const { table, clock, changes, ids, useOf } = context;
    const [conversation, before] = await Promise.all([
      conversations.find(table, conversationId),
      conversationSummaries.find(table, conversationId, choice),
    ]);
    if (!conversation || isOfMeeting(conversation.state) || !('text' in conversation.state))
      throw notFound(conversations.noun);
    const at = clock.now();
    const { workspaceId, text } = conversation.state;
    if (before && isCurrent(before.state, text.revision, at)) return before.state;
    await refusePaidWork(context, workspaceId, 'summarized_characters');
    const asked = { id: ids.make('sum'), workspaceId, conversationId, textRevision: text.revision, ...choice };
    const summary = createSummary(asked, at);
    await changes.save({
      at,
      writes: [conversationSummaries.put(before, summary)],
      jobs: [{ type: 'job.summary', content: jobOf(summary, before?.state) }],
      limits: [useOf('summaries', workspaceId, at)],
    });
    return summary;
  },
);

const jobOf = (summary: ConversationSummary, replaced: ConversationSummary | undefined): ConversationSummaryJob => ({
  workspaceId: summary.workspaceId,
  conversationId: summary.conversationId,
  template: summary.template,
  language: summary.language,
  summaryId: summary.id,
  replacedId: replaced?.id ?? null,
});
