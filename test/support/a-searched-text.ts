import type { WorkspaceId } from '#shared/foundation/core/ids';
import { resultsInFiles } from '#shared/meetings/results/load-results';
import type { OrderConversation } from '#shared/texts/conversations/rules/conversation';
import { indexConversation } from '#shared/texts/search/commands/index-conversation';
import { indexInFiles } from '#shared/texts/search/index-in-files';
import { anOrderConversation } from '#test/contract/conversations/an-order-conversation';
import type { World } from '#test/support/api';

/** The text of a file in a workspace, which search has already: *Bonjour.* */
export async function aSearchedText(
  { context }: Pick<World, 'context'>,
  workspaceId: WorkspaceId,
): Promise<OrderConversation> {
  const given = { kind: 'transcription', sourceConversationId: null } as const;
  const conversation = await anOrderConversation({ context } as World, { workspaceId }, given);
  const index = indexInFiles(context.files, context.randomBytes);
  const indexing = indexConversation({ ...context, index, results: resultsInFiles(context.files) });
  await indexing({ workspaceId, conversationId: conversation.id });
  return conversation;
}
