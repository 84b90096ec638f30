import { byOperator } from '#shared/audit-events/rules/audit-event';
import { command } from '#shared/commands/command';
import type { UserId } from '#shared/core/ids';
import { notFound } from '#shared/core/refusal';
import type { Loaded } from '#shared/core/store';
import type { Write } from '#shared/core/table';
import type { Instant } from '#shared/core/time';
import { saveAudited } from '#shared/identity/commands/audit-user';
import { disableKey, enableKey, hasKey, users } from '#shared/identity/store';
import { endAgents } from '#shared/oauth/commands/connect-agent';
import type { User } from '#shared/workspaces/rules/workspace';

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
