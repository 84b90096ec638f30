import { command } from '#shared/commands/command';
import type { CommandContext } from '#shared/commands/context';
import type { WorkspaceId } from '#shared/core/ids';
import type { FileStorage } from '#shared/files/ports/file-storage';
import type { WorkspaceRows } from '#shared/workspaces/ports/workspace-rows';
import { startPurge, type WorkspaceJob } from '#shared/workspaces/rules/archive';
import { workspaces } from '#shared/workspaces/store';

/**
 * Starts the purge of an archived workspace that is due. The workspace becomes due again a day later, so that a purge
 * that did not end is started again; a repeated notification changes nothing.
 */
export const beginPurge = command(async ({ table, clock, changes }, workspaceId: WorkspaceId): Promise<void> => {
  const before = await workspaces.find(table, workspaceId);
  const at = clock.now();
  const after = before && startPurge(before.state, at);
  if (!after) return;
  await changes.save({
    at,
    writes: [workspaces.put(before, after)],
    jobs: [{ type: 'job.workspace_purge', content: { workspaceId } }],
  });
});

interface Storage {
  readonly rows: WorkspaceRows;
  readonly files: Pick<FileStorage, 'removeSome'>;
}

/** The list that the purge is at; the files follow the last list, and the workspace itself comes at the end. */
interface Position {
  readonly list: number;
}

/** Deletes some content of an archived workspace; returns the next position. A list is left only when it is empty. */
export const purgeSome =
  ({ table }: CommandContext, { rows, files }: Storage) =>
  async ({ workspaceId }: WorkspaceJob, { list }: Position = { list: 0 }): Promise<Position | 'done'> => {
    const workspace = await workspaces.find(table, workspaceId);
    // Never a workspace that is not archived, even if a job names one by mistake.
    if (!workspace || workspace.state.archivedAt === null) return 'done';
    if (list < rows.lists) return (await rows.clearSome(workspaceId, list)) ? { list } : { list: list + 1 };
    if (await files.removeSome(`${workspaceId}/`)) return { list };
    await rows.clearRest(workspace.state);
    return 'done';
  };
