import { updateWorkspaceContract } from '#shared/api/contracts/workspaces';
import { operation } from '#shared/api/operation';
import { mayDo, type Places, permitted } from '#shared/api/places';
import { presentWorkspace } from '#shared/api/resources/workspaces';
import type { updateWorkspace as updateCommand } from '#shared/commands/workspaces/update-workspace';
import { forbidden } from '#shared/domain/refusal';
import type { WorkspaceStore } from '#shared/ports/stores';
import { membersCountOf } from './members-count-of.ts';

interface Needs {
  readonly workspaces: WorkspaceStore;
  readonly places: Places;
  readonly update: ReturnType<typeof updateCommand>;
}

/** PATCH /workspaces/{id}: the fields sent and no other. A lesser role is told so, with 403. */
export const updateWorkspace = (needs: Needs) =>
  operation(updateWorkspaceContract, {
    ahead: ({ userId, params }) => ({
      place: needs.places.named(userId, params.id),
      members: membersCountOf(needs, params.id),
    }),
    async run({ ahead, body }) {
      const { workspace, role } = permitted(await ahead.place, 'read');
      if (!mayDo(role, 'administer'))
        throw forbidden('workspace_update_not_allowed', 'Only owners and admins can change the workspace.');
      const updated = await needs.update(workspace, body);
      return { status: 200, body: presentWorkspace(updated, role, await ahead.members) };
    },
  });
