import { getWorkspaceContract } from '#shared/api/contracts/workspaces';
import { operation } from '#shared/api/operation';
import { type Places, permitted } from '#shared/api/places';
import { presentWorkspace } from '#shared/api/resources/workspaces';
import type { WorkspaceStore } from '#shared/ports/stores';
import { membersCountOf } from './members-count-of.ts';

interface Needs {
  readonly workspaces: WorkspaceStore;
  readonly places: Places;
}

/** GET /workspaces/{id}: 401 where the caller has no role, as everywhere that a workspace is named. */
export const getWorkspace = (needs: Needs) =>
  operation(getWorkspaceContract, {
    ahead: ({ userId, params }) => ({
      place: needs.places.named(userId, params.id),
      members: membersCountOf(needs, params.id),
    }),
    async run({ ahead }) {
      const { workspace, role } = permitted(await ahead.place, 'read');
      return { status: 200, body: presentWorkspace(workspace.state, role, await ahead.members) };
    },
  });
