import type { UserStore } from '#shared/events/ports/stores';
import { operation } from '#shared/http/operation';
import type { createWorkspace as createCommand } from '#shared/workspaces/commands/create-workspace';
import { createWorkspaceContract } from '#shared/workspaces/contract';
import { presentWorkspace } from '#shared/workspaces/present';
import type { Workspace } from '#shared/workspaces/rules/workspace';

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
