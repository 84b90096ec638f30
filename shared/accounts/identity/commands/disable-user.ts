import { saveAudited } from '#shared/accounts/identity/commands/audit-user';
import { disableKey, enableKey, hasKey, users } from '#shared/accounts/identity/store';
import { endAgents } from '#shared/accounts/oauth/commands/connect-agent';
import type { User } from '#shared/accounts/workspaces/rules/workspace';
import { byOperator } from '#shared/foundation/audit-events/rules/audit-event';
import { command } from '#shared/foundation/commands/command';
import type { UserId } from '#shared/foundation/core/ids';
import { notFound } from '#shared/foundation/core/refusal';
import type { Loaded } from '#shared/foundation/core/store';
import type { Write } from '#shared/foundation/core/table';
import type { Instant } from '#shared/foundation/core/time';

/**
 * Refuses a user's key, sessions, handoff codes and agents from now on, for the operator. Roles stay. Repeating it ends
 * later sessions and agents only, and has no event of its own.
 */
export const disableUser = command(async (context, id: UserId): Promise<User> => {
  const { table, clock } = context;
  const before = await users.find(table, id);
  if (!before) throw notFound('user');
  const at = clock.now();
  const isNew = before.state.disabledAt === undefined;
  await saveAudited(context, disabling(before, at).flat(), {
    ...{ ...byOperator(context), userId: id, action: 'user.disabled', targetId: id, at },
    ...(!isNew && { workspaceIds: [] }),
  });
  // They are void already, since each is read with its user.
  await endAgents(context)(id, { ...byOperator(context), at });
  return before.state;
});

/** The writes that disable a user. */
export const disabling = (user: Loaded<User>, at: Instant): readonly (readonly Write[])[] => [
  users.put(user, { ...user.state, disabledAt: at, sessionsEndedAt: at }),
  disableKey(user.state.id, at),
];

/** The key works again, and the user can sign in. Sessions that were ended stay ended. One who is enabled stays so. */
export const enableUser = command(async (context, id: UserId): Promise<User> => {
  const { table, clock } = context;
  const before = await users.find(table, id);
  if (!before) throw notFound('user');
  const { disabledAt, ...after } = before.state;
  const key = (await hasKey(table, id)) ? 'kept' : 'none';
  await saveAudited(context, [...users.put(before, after), ...enableKey(id, key)], {
    ...{ ...byOperator(context), userId: id, action: 'user.enabled', targetId: id, at: clock.now() },
    ...(disabledAt === undefined && { workspaceIds: [] }),
  });
  return after;
});
