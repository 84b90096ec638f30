import { founderOf } from '#shared/accounts/workspaces/rules/workspace';
import { workspaces } from '#shared/accounts/workspaces/store';
import type { CommandContext } from '#shared/foundation/commands/context';
import { requireUses } from '#shared/foundation/commands/take-uses';
import type { WorkspaceId } from '#shared/foundation/core/ids';
import { sharedUses } from '#shared/foundation/core/uses';
import { addWork } from '#shared/foundation/dynamodb/request-work';

/** What counting needs of the context of a request. */
export type CountingContext = Pick<CommandContext, 'table' | 'clock' | 'useOf' | 'limitCounter'>;

/** Smaller texts are part of the work of a request, so that most reads write nothing: two hours of speech have about as much. */
const COUNTED_FROM_BYTES = 1_000_000;

/** Counts the bytes of a stored text of a workspace. Throws the 429 where the limit is reached. */
export type CountContent = (workspaceId: WorkspaceId, sizeBytes: number) => Promise<void>;

/**
 * Counts the bytes that a request reads, for the workspace of the text and for the user who founded that workspace. A read
 * that one of the limits refuses counts for neither.
 */
export const countContent =
  (context: CountingContext): CountContent =>
  async (workspaceId, sizeBytes) => {
    if (sizeBytes <= COUNTED_FROM_BYTES) return addWork(sizeBytes);
    const { table, clock, useOf } = context;
    const now = clock.now();
    const workspace = await workspaces.find(table, workspaceId);
    const uses = workspace
      ? sharedUses(useOf, 'content_bytes', { workspaceId, founderId: founderOf(workspace.state) }, now, sizeBytes)
      : [useOf('content_bytes', workspaceId, now, sizeBytes)];
    await requireUses(context, uses);
  };
