import { endRole } from '#shared/accounts/memberships/commands/end-membership';
import { roleOf } from '#shared/accounts/workspaces/store';
import { command } from '#shared/foundation/commands/command';
import type { UserId, WorkspaceId } from '#shared/foundation/core/ids';
import { notFound } from '#shared/foundation/core/refusal';

/**
 * Ends a user's role in a workspace. It is read with every request, so the next one is refused. 409 `workspace_owner` for
 * the only owner.
 */
export const removeFromWorkspace = command(
  async ({ table, changes, clock }, userId: UserId, workspaceId: WorkspaceId): Promise<void> => {
    const role = await roleOf(table, userId, workspaceId);
    if (!role) throw notFound('user in this workspace');
    await changes.save({ at: clock.now(), writes: await endRole(table, role), result: role });
  },
);
