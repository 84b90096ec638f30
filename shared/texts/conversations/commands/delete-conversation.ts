import { command } from '#shared/foundation/commands/command';
import type { CommandContext } from '#shared/foundation/commands/context';
import type { ConversationId } from '#shared/foundation/core/ids';
import { notFound } from '#shared/foundation/core/refusal';
import { conversationSummaries } from '#shared/texts/conversation-summaries/store';
import { requireOrderEnded } from '#shared/texts/conversations/commands/require-order-ended';
import type { OrderConversation } from '#shared/texts/conversations/rules/conversation';
import {
  conversationRemovedJobs,
  type DeletedConversation,
  deletedConversation,
} from '#shared/texts/conversations/rules/trash';
import { conversations, findInTrashToo } from '#shared/texts/conversations/store';
import type { TranslatedSlices } from '#shared/texts/orders/ports';

/**
 * Deletes a conversation permanently, in the trash or not, and answers it as it was; its texts and exports follow in a
 * job. 409 for that of a meeting, and while its order runs.
 */
export const deleteConversation = command(async (context, id: ConversationId): Promise<OrderConversation> => {
  const before = await findInTrashToo(context.table, id);
  if (!before) throw notFound(conversations.noun);
  const conversation = await requireOrderEnded(context.table, before.state);
  const content = deletedConversation(conversation);
  const at = context.clock.now();
  await context.changes.save({
    at,
    writes: [conversations.remove(before)],
    jobs: [{ type: 'job.conversation_deletion', content }, ...conversationRemovedJobs(conversation, at)],
    result: conversation,
  });
  return conversation;
});

/** Deletes the texts and summaries of a conversation that is gone: a correction that lost the race may have stored one meanwhile. */
export const deleteContent =
  ({ table }: Pick<CommandContext, 'table'>, files: Pick<TranslatedSlices, 'clearAll'>) =>
  async (conversation: DeletedConversation): Promise<undefined> => {
    // The rows first: a summary that is stored from then on finds its row gone, and is deleted by its own job.
    await conversationSummaries.clear(table, conversation.conversationId);
    await files.clearAll(conversation);
  };
