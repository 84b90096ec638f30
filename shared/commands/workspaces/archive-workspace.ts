import { againAfterLostRace } from '#shared/commands/again-after-lost-race';
import { unauthorized } from '#shared/domain/refusal';
import { archived } from '#shared/domain/workspaces/archive';
import type { Workspace } from '#shared/domain/workspaces/workspace';
import type { ChangeStore, Changes, Loaded } from '#shared/ports/changes';
import type { Clock } from '#shared/ports/clock';
import type { Patience } from '#shared/ports/patience';
import type { WorkspaceStore } from '#shared/ports/stores';

interface Needs {
  readonly workspaces: WorkspaceStore;
  readonly changes: ChangeStore;
  readonly clock: Clock;
  readonly patience: Patience;
}

/** Closes a workspace; what goes on in it is ended by a job. Of two at once the later has no workspace any more. */
export const archiveWorkspace =
  ({ workspaces, changes, clock, patience }: Needs) =>
  (read: Loaded<Workspace>): Promise<Workspace> =>
    againAfterLostRace(patience, async (round) => {
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
