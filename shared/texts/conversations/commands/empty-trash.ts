import { command } from '#shared/foundation/commands/command';
import type { ConversationId } from '#shared/foundation/core/ids';
import { conversationSummaries } from '#shared/texts/conversation-summaries/store';
import { conversationRemovedJobs, isTrashOver } from '#shared/texts/conversations/rules/trash';
import { conversations, findInTrashToo } from '#shared/texts/conversations/store';
import type { TranslatedSlices } from '#shared/texts/orders/ports';

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
