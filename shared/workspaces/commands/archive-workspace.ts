import type { ChangeStore, Changes } from '#shared/commands/changes';
import { withRetry } from '#shared/commands/with-retry';
import type { Backoff } from '#shared/core/backoff';
import type { Clock } from '#shared/core/clock';
import { unauthorized } from '#shared/core/refusal';
import type { Loaded } from '#shared/core/store';
import type { WorkspaceStore } from '#shared/events/ports/stores';
import { archived } from '#shared/workspaces/rules/archive';
import type { Workspace } from '#shared/workspaces/rules/workspace';

interface Needs {
  readonly workspaces: WorkspaceStore;
  readonly changes: ChangeStore;
  readonly clock: Clock;
  readonly backoff: Backoff;
}

/** Closes a workspace; what goes on in it is ended by a job. Of two at once the later has no workspace any more. */
export const archiveWorkspace =
  ({ workspaces, changes, clock, backoff }: Needs) =>
  (read: Loaded<Workspace>): Promise<Workspace> =>
    withRetry({ backoff }, async (round) => {
      const before = round === 0 ? read : await workspaces.find(read.state.id);
      if (!before || before.state.archivedAt !== null) throw unauthorized();
      const at = clock.now();
      const after = archived(before.state, at);
      await changes.save({
        at,
        workspaces: [{ before, after }],
        jobs: [{ type: 'job.workspace_closing', content: { workspaceId: after.id } }],
      } satisfies Changes);
      return after;
    });
