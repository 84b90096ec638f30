import { command } from '#shared/foundation/commands/command';
import type { ConversationId } from '#shared/foundation/core/ids';
import { notFound } from '#shared/foundation/core/refusal';
import type { Table } from '#shared/foundation/core/table';
import type { Conversation, ConversationWithMeeting } from '#shared/texts/conversations/rules/conversation';
import { isInTrash, isTrashOver, restoreFromTrash } from '#shared/texts/conversations/rules/trash';
import { conversations, findInTrashToo, withMeeting } from '#shared/texts/conversations/store';
import { folders } from '#shared/texts/folders/store';
import { indexingJob } from '#shared/texts/search/rules/indexing-jobs';

/** What a conversation returns to: its meeting, and its folder where that is still there. */
export async function loadRestored(table: Table, conversation: Conversation) {
  const { folderId } = conversation;
  const [found, folder] = await Promise.all([
    withMeeting(table, conversation),
    folderId ? folders.find(table, folderId) : undefined,
  ]);
  return { found, folderId: folder?.state.id ?? null };
}

/** Takes a conversation out of the trash; one that is not there stays as it is. 404 after its time in the trash. */
export const restoreConversation = command(async (context, id: ConversationId): Promise<ConversationWithMeeting> => {
  const before = await findInTrashToo(context.table, id);
  if (!before) throw notFound(conversations.noun);
  const at = context.clock.now();
  const { found, folderId } = await loadRestored(context.table, before.state);
  if (!found || isTrashOver(before.state, at)) throw notFound(conversations.noun);
  if (!isInTrash(before.state)) return found;
  const conversation = restoreFromTrash(before.state, folderId, at);
  const result = { conversation, meeting: null };
  await context.changes.save({
    at,
    writes: [conversations.put(before, conversation)],
    jobs: [indexingJob(conversation)],
    limits: [context.useOf('conversation_changes', conversation.workspaceId, at)],
    result,
  });
  return result;
});
