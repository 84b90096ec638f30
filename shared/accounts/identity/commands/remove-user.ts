import { eventOf, workspacesOf } from '#shared/accounts/identity/commands/audit-user';
import { disabling } from '#shared/accounts/identity/commands/disable-user';
import { removeUserEmail, revokeKey, userIdByEmail, users } from '#shared/accounts/identity/store';
import { endRole } from '#shared/accounts/memberships/commands/end-membership';
import { endAgents } from '#shared/accounts/oauth/commands/connect-agent';
import type { User, WorkspaceRole } from '#shared/accounts/workspaces/rules/workspace';
import { rolesOf } from '#shared/accounts/workspaces/store';
import { byOperator } from '#shared/foundation/audit-events/rules/audit-event';
import { command } from '#shared/foundation/commands/command';
import type { CommandContext } from '#shared/foundation/commands/context';
import type { UserId } from '#shared/foundation/core/ids';
import { notFound } from '#shared/foundation/core/refusal';
import type { Loaded } from '#shared/foundation/core/store';
import type { Table, Write } from '#shared/foundation/core/table';
import type { Instant } from '#shared/foundation/core/time';

/** Roles that end in one transaction, which holds 100 writes: a role is six at most, with an invitation and its audit event, and the user three more. */
const ROLES_AT_ONCE = 16;

/**
 * Removes a user, for the operator: the key, the sessions, the handoff codes and all roles end in one transaction. Where it does not hold
 * all roles, the first one disables the user, and the last removes them. 409 `workspace_owner` for the only owner of a
 * workspace.
 */
export const removeUser =
  (context: CommandContext) =>
  async (id: UserId): Promise<User> => {
    // Once the roles have ended, they say no more which audit logs tell of the agents.
    const workspaceIds = await workspacesOf(context.table, id);
    for (;;) {
      const { user, isLast } = await removeSome(context)(id);
      if (!isLast) continue;
      // Void without their user; a removal that breaks off here leaves them until they end by themselves.
      await endAgents(context)(id, { ...byOperator(context), at: context.clock.now(), workspaceIds });
      return user;
    }
  };

const ENDED = { action: 'membership.deleted' } as const;

const removeSome = command(async (context: CommandContext, id: UserId) => {
  const { table, changes, clock, ids } = context;
  const user = await users.find(table, id);
  if (!user) throw notFound('user');
  const page = { limit: ROLES_AT_ONCE, after: undefined };
  const { items, next } = await rolesOf(table, id, page);
  const at = clock.now();
  const roles = await endRoles(table, items);
  const isLast = next === undefined;
  const own = isLast ? await removal(table, user, at) : disabling(user, at);
  const audit = items.map(({ workspaceId, membershipId, role }) => ({
    // A role from before memberships has none to name.
    ...eventOf({ ...byOperator(context), ...ENDED, userId: id, targetId: membershipId ?? id, at }, workspaceId, ids),
    before: { role },
  }));
  await changes.save({ at, writes: [...own, ...roles], audit });
  return { user: user.state, isLast };
});

/** The email leads to another user where that one was created later. */
async function removal(table: Table, user: Loaded<User>, at: Instant): Promise<readonly (readonly Write[])[]> {
  const { id, email } = user.state;
  const leadsHere = (await userIdByEmail(table, email)) === id;
  return [users.remove(user), revokeKey(id, at), leadsHere ? removeUserEmail(email, id) : []];
}

async function endRoles(table: Table, roles: readonly WorkspaceRole[]): Promise<readonly (readonly Write[])[]> {
  return (await Promise.all(roles.map((role) => endRole(table, role)))).flat();
}
