import { command } from '#shared/commands/command';
import type { UserId, WorkspaceId } from '#shared/core/ids';
import { conflict, notFound } from '#shared/core/refusal';
import type { Table, Write } from '#shared/core/table';
import { users } from '#shared/identity/store';
import type { Membership } from '#shared/workspaces/rules/workspace';
import { membershipOf, removeMembership, usersOf, workspaces } from '#shared/workspaces/store';

/**
 * Ends a user's role in a workspace. It is read with every request, so the next one is refused. 409 `workspace_owner` for
 * the only owner.
 */
export const removeFromWorkspace = command(
  async ({ table, changes, clock }, userId: UserId, workspaceId: WorkspaceId): Promise<void> => {
    const membership = await membershipOf(table, userId, workspaceId);
    if (!membership) throw notFound('user in this workspace');
    await changes.save({ at: clock.now(), writes: await endRole(table, membership) });
  },
);

/**
 * The writes that end a role. With an owner goes a write of the workspace, so that of two owners who are removed at once
 * one stays; it names another owner where it named this one.
 */
export async function endRole(table: Table, membership: Membership): Promise<readonly (readonly Write[])[]> {
  const { userId, workspaceId, role } = membership;
  const workspace = await workspaces.find(table, workspaceId);
  if (role !== 'owner' || !workspace || workspace.state.archivedAt !== null) return [removeMembership(membership)];
  const others = (await usersOf(table, workspaceId)).filter((one) => one.role === 'owner' && one.userId !== userId);
  const owners = await Promise.all(others.map((one) => users.find(table, one.userId)));
  const next = owners.find((owner) => owner && owner.state.disabledAt === undefined)?.state;
  if (!next) {
    const { id, name } = workspace.state;
    throw conflict(`The user is the only owner of ${name} (${id}).`, 'workspace_owner');
  }
  const named = workspace.state.ownerId === userId ? { ownerId: next.id, ownerEmail: next.email } : {};
  return [removeMembership(membership), workspaces.put(workspace, { ...workspace.state, ...named })];
}
