import { createWorkspaceContract } from '#shared/api/contracts/workspaces';
import { operation } from '#shared/api/operation';
import { presentWorkspace } from '#shared/api/resources/workspaces';
import type { createWorkspace as createCommand } from '#shared/commands/workspaces/create-workspace';
import type { Workspace } from '#shared/domain/workspaces/workspace';
import type { UserStore } from '#shared/ports/stores';

interface Needs {
  readonly users: UserStore;
  readonly baseUrl: string;
  readonly create: ReturnType<typeof createCommand>;
}

/** POST /workspaces: whoever makes one owns it. */
export const createWorkspace = ({ users, baseUrl, create }: Needs) =>
  operation(createWorkspaceContract, {
    ahead: ({ userId }) => ({ user: users.find(userId) }),
    async run({ ahead, caller, body, once }) {
      const owner = { id: caller.userId, email: (await ahead.user)?.state.email ?? '' };
      return once(
        (workspace: Workspace) => ({
          status: 201,
          body: presentWorkspace(workspace, 'owner', 0),
          headers: { location: `${baseUrl}/workspaces/${workspace.id}` },
        }),
        (keep) => create(owner, body, keep),
      );
    },
  });
