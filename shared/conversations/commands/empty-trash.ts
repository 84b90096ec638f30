import { command } from '#shared/commands/command';
import { conversationSummaries } from '#shared/conversation-summaries/store';
import { isTrashOver } from '#shared/conversations/rules/trash';
import { conversations, findInTrashToo } from '#shared/conversations/store';
import type { ConversationId } from '#shared/core/ids';
import type { TranslatedSlices } from '#shared/orders/ports';
import { conversationRemovedJobs } from '#shared/usage/rules/facts-of';

/**
 * Deletes a conversation whose time in the trash is over: its summaries and texts, then its row, which is due until then. It
 * cannot be restored any more, and exports that hold it have expired by then. Any other conversation stays.
 */
export const emptyTrash = (files: Pick<TranslatedSlices, 'clearAll'>) =>
  command(async (context, id: ConversationId): Promise<void> => {
    const before = await findInTrashToo(context.table, id);
    const at = context.clock.now();
    if (!before || !isTrashOver(before.state, at)) return;
    await conversationSummaries.clear(context.table, id);
    await files.clearAll({ workspaceId: before.state.workspaceId, conversationId: id });
    await context.changes.save({
      at,
      writes: [conversations.remove(before)],
      jobs: conversationRemovedJobs(before.state, at),
      result: undefined,
    });
  });
