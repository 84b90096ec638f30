import type { CommandContext } from '#shared/foundation/commands/context';
import type { WorkspaceId } from '#shared/foundation/core/ids';
import { mapConcurrently } from '#shared/foundation/core/map-concurrently';
import { isOfMeeting } from '#shared/texts/conversations/rules/conversation';
import { conversations } from '#shared/texts/conversations/store';
import { indexConversation } from '#shared/texts/search/commands/index-conversation';
import type { IndexContext } from '#shared/texts/search/ports';
import type { SearchJob } from '#shared/texts/search/rules/merge-times';

/** A job reads every text of a workspace for search. It may run again: what search has already is written anew. */
export const beginBackfill =
  ({ clock, changes }: Pick<CommandContext, 'clock' | 'changes'>) =>
  (workspaceId: WorkspaceId): Promise<void> =>
    changes.save({ at: clock.now(), jobs: [{ type: 'job.workspace_search_backfill', content: { workspaceId } }] });

/** Texts of one step: each is read and written, some hundred kilobytes. */
const PAGE = 25;
const AT_ONCE = 5;

/** Has search read a page of the conversations of a workspace. Answers the position of the next page; undefined after the last. */
export const backfillSearch =
  (context: IndexContext) =>
  async ({ workspaceId }: SearchJob, after: string | undefined): Promise<string | undefined> => {
    const { items, next } = await conversations.list(context.table, workspaceId, { limit: PAGE, after });
    const searched = items.filter((one) => isOfMeeting(one) || one.sourceConversationId === null);
    await mapConcurrently(searched, AT_ONCE, ({ id: conversationId }) =>
      indexConversation(context)({ workspaceId, conversationId }),
    );
    return next;
  };
