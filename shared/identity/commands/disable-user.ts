import { command } from '#shared/commands/command';
import type { UserId } from '#shared/core/ids';
import { notFound } from '#shared/core/refusal';
import type { Loaded } from '#shared/core/store';
import type { Write } from '#shared/core/table';
import type { Instant } from '#shared/core/time';
import { disableKey, enableKey, hasKey, users } from '#shared/identity/store';
import { endAgents } from '#shared/oauth/agents-store';
import type { User } from '#shared/workspaces/rules/workspace';

/**
 * Refuses a user's key, sessions, handoff codes and agents from now on. Roles stay. Repeating it ends later sessions and
 * agents only.
 */
export const disableUser = command(async ({ table, changes, clock }, id: UserId): Promise<User> => {
  const before = await users.find(table, id);
  if (!before) throw notFound('user');
  const at = clock.now();
  await changes.save({ at, writes: disabling(before, at) });
  // They are void already, since each is read with its user.
  await endAgents(table, id);
  return before.state;
});

/** The writes that disable a user. */
export const disabling = (user: Loaded<User>, at: Instant): readonly (readonly Write[])[] => [
  users.put(user, { ...user.state, disabledAt: at, sessionsEndedAt: at }),
  disableKey(user.state.id, at),
];

/** The key works again, and the user can sign in. Sessions that were ended stay ended. */
export const enableUser = command(async ({ table, changes, clock }, id: UserId): Promise<User> => {
  const before = await users.find(table, id);
  if (!before) throw notFound('user');
  const { disabledAt: _disabledAt, ...after } = before.state;
  const key = (await hasKey(table, id)) ? 'kept' : 'none';
  await changes.save({ at: clock.now(), writes: [users.put(before, after), enableKey(id, key)] });
  return after;
});
