import { forbidden } from '#shared/core/refusal';
import type { WorkspaceStore } from '#shared/events/ports/stores';
import { operation } from '#shared/http/operation';
import { mayDo, type Places, permitted } from '#shared/http/places';
import type { updateWorkspace as updateCommand } from '#shared/workspaces/commands/update-workspace';
import { updateWorkspaceContract } from '#shared/workspaces/contract';
import { presentWorkspace } from '#shared/workspaces/present';
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
        throw forbidden('workspace_update_not_allowed', 'Only owners and admins change the workspace.');
      const updated = await needs.update(workspace, body);
      return { status: 200, body: presentWorkspace(updated, role, await ahead.members) };
    },
  });
