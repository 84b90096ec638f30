import { againAfterLostRace } from '#shared/core/again-after-lost-race';
import type { Clock } from '#shared/core/clock';
import type { Patience } from '#shared/core/patience';
import { unauthorized } from '#shared/core/refusal';
import type { Loaded } from '#shared/core/store';
import type { ChangeStore, Changes } from '#shared/events/ports/changes';
import type { WorkspaceStore } from '#shared/events/ports/stores';
import { archived } from '#shared/workspaces/rules/archive';
import type { Workspace } from '#shared/workspaces/rules/workspace';

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
