import type { WorkspaceStore } from '#shared/events/ports/stores';
import { operation } from '#shared/http/operation';
import { type Places, permitted } from '#shared/http/places';
import { getWorkspaceContract } from '#shared/workspaces/contract';
import { presentWorkspace } from '#shared/workspaces/present';
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
