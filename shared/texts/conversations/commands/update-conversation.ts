import { command } from '#shared/foundation/commands/command';
import type { ConversationId } from '#shared/foundation/core/ids';
import { notFound } from '#shared/foundation/core/refusal';
import { type ConversationPatch, updateConversation } from '#shared/texts/conversations/rules/conversation';
import { conversations } from '#shared/texts/conversations/store';
import { requireFolder } from '#shared/texts/folders/commands/change-folders';
import { indexingJob } from '#shared/texts/search/rules/indexing-jobs';

/** Writes what was sent over the newest state; nothing new writes nothing. 422 for an unknown folder. */
export const saveConversation = command(async (context, id: ConversationId, patch: ConversationPatch) => {
  const before = await conversations.find(context.table, id);
  if (!before) throw notFound(conversations.noun);
  if (patch.folderId) await requireFolder(context.table, before.state.workspaceId, patch.folderId);
  const state = updateConversation(before.state, patch);
  if (state === before.state) return state;
  const at = context.clock.now();
  const after = { ...state, updatedAt: at };
  const isRenamed = after.name !== before.state.name;
  await context.changes.save({
    at,
    writes: [conversations.put(before, after)],
    ...(isRenamed && {
      jobs: [indexingJob(after)],
      limits: [context.useOf('conversation_changes', after.workspaceId, at)],
    }),
    result: after,
  });
  return after;
});
