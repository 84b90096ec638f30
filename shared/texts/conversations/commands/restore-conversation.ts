import { command } from '#shared/foundation/commands/command';
import type { ConversationId, FolderId } from '#shared/foundation/core/ids';
import { notFound } from '#shared/foundation/core/refusal';
import type { Table } from '#shared/foundation/core/table';
import type { ConversationWithMeeting } from '#shared/texts/conversations/rules/conversation';
import { isInTrash, isTrashOver, restoreFromTrash } from '#shared/texts/conversations/rules/trash';
import { conversations, findInTrashToo, withMeeting } from '#shared/texts/conversations/store';
import { folders } from '#shared/texts/folders/store';
import { indexingJob } from '#shared/texts/search/rules/indexing-jobs';

/** Takes a conversation out of the trash; one that is not there stays as it is. 404 after its time in the trash. */
export const restoreConversation = command(async (context, id: ConversationId): Promise<ConversationWithMeeting> => {
  const before = await findInTrashToo(context.table, id);
  const at = context.clock.now();
  const found = before && (await withMeeting(context.table, before.state));
  if (!found || isTrashOver(before.state, at)) throw notFound(conversations.noun);
  if (!isInTrash(before.state)) return found;
  const conversation = restoreFromTrash(before.state, await existing(context.table, before.state.folderId), at);
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

const existing = async (table: Table, id: FolderId | null): Promise<FolderId | null> =>
  id && (await folders.find(table, id)) ? id : null;
