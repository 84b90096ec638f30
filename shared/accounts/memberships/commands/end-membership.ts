import { users } from '#shared/accounts/identity/store';
import {
  type ActiveMembership,
  type Actor,
  type Membership,
  requireMayRemove,
} from '#shared/accounts/memberships/rules/membership';
import { invitationIdOf, memberships, removeOlderRole, usersOf } from '#shared/accounts/memberships/store';
import { founderOf, type WorkspaceRole } from '#shared/accounts/workspaces/rules/workspace';
import { workspaces } from '#shared/accounts/workspaces/store';
import { command } from '#shared/foundation/commands/command';
import type { MembershipId, UserId, WorkspaceId } from '#shared/foundation/core/ids';
import { conflict, notFound } from '#shared/foundation/core/refusal';
import { LostRace } from '#shared/foundation/core/store';
import type { Table, Write } from '#shared/foundation/core/table';

/**
 * Removes a membership, or withdraws an invitation, and answers it as it was. The role is read with every request, so the
 * user's next one in the workspace is refused. 409 `workspace_owner` for the only owner.
 */
export const removeMembership = command(
  async ({ table, changes, clock }, id: MembershipId, actor: Actor): Promise<Membership> => {
    const before = await memberships.find(table, id);
    if (!before) throw notFound(memberships.noun);
    const { state } = before;
    requireMayRemove(state, actor);
    const ofOwner = isOwner(state) ? await endingOwner(table, state) : [];
    const invitation = state.status === 'active' ? await endingInvitation(table, state) : [];
    const writes = [memberships.remove(before), ...invitation, ...ofOwner];
    await changes.save({ at: clock.now(), writes, result: state });
    return state;
  },
);

/** Whether a membership counts among the owners; an invitation does not. */
export const isOwner = (membership: Membership): membership is ActiveMembership =>
  membership.status === 'active' && membership.role === 'owner';

/** The writes that end a role, with its membership. 409 `workspace_owner` for the only owner. */
export async function endRole(table: Table, role: WorkspaceRole): Promise<readonly (readonly Write[])[]> {
  const ofOwner = role.role === 'owner' ? await endingOwner(table, role) : [];
  if (role.membershipId === undefined) {
    const email = (await users.find(table, role.userId))?.state.email;
    const invitation = email === undefined ? [] : await endingInvitation(table, { ...role, email });
    return [[removeOlderRole(role)], ...invitation, ...ofOwner];
  }
  const membership = await memberships.find(table, role.membershipId);
  if (!membership) throw new LostRace('The membership of a role');
  return [memberships.remove(membership), ...(await endingInvitation(table, membership.state)), ...ofOwner];
}

/** The writes that end the open invitation of an address, by which a user who was removed would come back. */
async function endingInvitation(
  table: Table,
  { email, workspaceId }: Pick<Membership, 'email' | 'workspaceId'>,
): Promise<readonly (readonly Write[])[]> {
  const id = await invitationIdOf(table, email, workspaceId);
  const invitation = id && (await memberships.find(table, id));
  return invitation?.state.status === 'invited' ? [memberships.remove(invitation)] : [];
}

interface OwnerRole {
  readonly userId: UserId;
  readonly workspaceId: WorkspaceId;
}

/**
 * What is written when an owner is removed or made less: the workspace, so that of two owners who go at the same time one
 * stays. It names another owner where it named this one. 409 `workspace_owner` where there is no other who is enabled.
 */
export async function endingOwner(
  table: Table,
  { userId, workspaceId }: OwnerRole,
): Promise<readonly (readonly Write[])[]> {
  const workspace = await workspaces.find(table, workspaceId);
  if (!workspace || workspace.state.archivedAt !== null) return [];
  const others = (await usersOf(table, workspaceId)).filter((one) => one.role === 'owner' && one.userId !== userId);
  const owners = await Promise.all(others.map((one) => users.find(table, one.userId)));
  const next = owners.find((owner) => owner && owner.state.disabledAt === undefined)?.state;
  if (!next) {
    const { id, name } = workspace.state;
    throw conflict(`The user is the only owner of ${name} (${id}).`, 'workspace_owner');
  }
  const { state } = workspace;
  const named =
    state.ownerId === userId ? { ownerId: next.id, ownerEmail: next.email, founderId: founderOf(state) } : {};
  return [workspaces.put(workspace, { ...state, ...named })];
}
