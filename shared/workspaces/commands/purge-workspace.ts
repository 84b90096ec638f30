import type { ChangeStore, Changes } from '#shared/commands/changes';
import { withRetry } from '#shared/commands/with-retry';
import type { Backoff } from '#shared/core/backoff';
import type { Clock } from '#shared/core/clock';
import type { WorkspaceId } from '#shared/core/ids';
import type { WorkspaceStore } from '#shared/events/ports/stores';
import type { FileStorage } from '#shared/files/ports/file-storage';
import type { WorkspaceRows } from '#shared/workspaces/ports/workspace-rows';
import { startPurge, type WorkspaceJob } from '#shared/workspaces/rules/archive';

interface BeginNeeds {
  readonly workspaces: WorkspaceStore;
  readonly changes: ChangeStore;
  readonly clock: Clock;
  readonly backoff: Backoff;
}

/**
 * Has the content of a workspace purged whose time has come. The workspace stays due, so that a purge that is not done
 * within a day is begun again; told twice of one moment, the second finds it begun.
 */
export const beginPurge =
  ({ workspaces, changes, clock, backoff }: BeginNeeds) =>
  (workspaceId: WorkspaceId): Promise<void> =>
    withRetry({ backoff }, async () => {
      const before = await workspaces.find(workspaceId);
      const now = clock.now();
      const after = before && startPurge(before.state, now);
      if (!after) return;
      await changes.save({
        at: now,
        workspaces: [{ before, after }],
        jobs: [{ type: 'job.workspace_purge', content: { workspaceId } }],
      } satisfies Changes);
    });

interface PurgeNeeds {
  readonly workspaces: WorkspaceStore;
  readonly rows: WorkspaceRows;
  readonly files: Pick<FileStorage, 'removeSome'>;
}

/** Which list it is at; the files come after the last, and the workspace itself at the end. */
type Place = { readonly list: number };

/** Deletes some of what an archived workspace has; answers where to go on. A place is left only when it is empty. */
export const purgeSome =
  ({ workspaces, rows, files }: PurgeNeeds) =>
  async ({ workspaceId }: WorkspaceJob, { list }: Place = { list: 0 }): Promise<Place | 'done'> => {
    const workspace = await workspaces.find(workspaceId);
    // Only ever one that is archived: a job that is wrong about it must do no harm.
    if (!workspace || workspace.state.archivedAt === null) return 'done';
    if (list < rows.lists) return (await rows.clearSome(workspaceId, list)) ? { list } : { list: list + 1 };
    if (await files.removeSome(`${workspaceId}/`)) return { list };
    await rows.clearRest(workspace.state);
    return 'done';
  };
