import { forbidden } from '#shared/core/refusal';
import type { WorkspaceStore } from '#shared/events/ports/stores';
import { operation } from '#shared/http/operation';
import { type Places, permitted } from '#shared/http/places';
import type { archiveWorkspace as archiveCommand } from '#shared/workspaces/commands/archive-workspace';
import { archiveWorkspaceContract } from '#shared/workspaces/contract';
import { presentWorkspace } from '#shared/workspaces/present';
import { membersCountOf } from './members-count-of.ts';

interface Needs {
  readonly workspaces: WorkspaceStore;
  readonly places: Places;
  readonly archive: ReturnType<typeof archiveCommand>;
}

/** DELETE /workspaces/{id}: answers it once more, with `archived_at`; then nobody acts in it. */
export const archiveWorkspace = (needs: Needs) =>
  operation(archiveWorkspaceContract, {
    ahead: ({ userId, params }) => ({
      place: needs.places.named(userId, params.id),
      members: membersCountOf(needs, params.id),
    }),
    async run({ ahead }) {
      const { workspace, role } = permitted(await ahead.place, 'read');
      if (role !== 'owner')
        throw forbidden('workspace_archive_not_allowed', 'Only the owner of a workspace archives it.');
      const archived = await needs.archive(workspace);
      return { status: 200, body: presentWorkspace(archived, role, await ahead.members) };
    },
  });
