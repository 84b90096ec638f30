import { command } from '#shared/foundation/commands/command';
import type { ConversationId } from '#shared/foundation/core/ids';
import { notFound } from '#shared/foundation/core/refusal';
import { requireOrderEnded } from '#shared/texts/conversations/commands/require-order-ended';
import type { OrderConversation } from '#shared/texts/conversations/rules/conversation';
import { moveToTrash } from '#shared/texts/conversations/rules/trash';
import { conversations } from '#shared/texts/conversations/store';
import { indexingJob } from '#shared/texts/search/rules/indexing-jobs';

/** Moves a conversation to the trash; 409 for that of a meeting, and while its order runs. */
export const trashConversation = command(async (context, id: ConversationId): Promise<OrderConversation> => {
  const before = await conversations.find(context.table, id);
  if (!before) throw notFound(conversations.noun);
  const at = context.clock.now();
  const after = moveToTrash(await requireOrderEnded(context.table, before.state), at);
  await context.changes.save({
    at,
    writes: [conversations.put(before, after)],
    jobs: [indexingJob(after)],
    limits: [context.useOf('conversation_changes', after.workspaceId, at)],
    result: after,
  });
  return after;
});
