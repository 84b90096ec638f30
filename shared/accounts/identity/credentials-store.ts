import * as v from 'valibot';
import { UserRow } from '#shared/accounts/identity/row';
import type { User, UserKey } from '#shared/accounts/workspaces/rules/workspace';
import type { UserId } from '#shared/foundation/core/ids';
import type { Table } from '#shared/foundation/core/table';
import { resourceKey, userKeyKey } from '#shared/foundation/dynamodb/keys';
import { instant } from '#shared/foundation/dynamodb/row-parts';
import { stateOf } from '#shared/foundation/dynamodb/rows';

/** What a credential is verified with. It is read apart from `users`, whose writes most functions are denied. */
export async function readUser(table: Table, userId: UserId): Promise<User | undefined> {
  const item = await table.get(resourceKey(userId));
  return item && stateOf(UserRow, item);
}

/** Plain attributes, since the pin is written on its own. A disabled user's row may have no key. */
const KeyRow = v.object({
  digest: v.optional(v.string()),
  sealed: v.optional(v.string()),
  pin: v.optional(v.string()),
  created_at: v.optional(instant),
  disabled_at: v.optional(instant),
});

/** The key of a user; undefined where the user has none, or is disabled. */
export async function userKey(table: Table, userId: UserId): Promise<UserKey | undefined> {
  const found = await storedKey(table, userId);
  return found && !found.isDisabled ? found.key : undefined;
}

/** The key of a user, also while the user is disabled and it is refused: for the operator. */
export async function storedKey(
  table: Table,
  userId: UserId,
): Promise<{ readonly key: UserKey; readonly isDisabled: boolean } | undefined> {
  const item = await table.get(userKeyKey(userId));
  if (!item) return undefined;
  const { digest, sealed, pin, created_at, disabled_at } = v.parse(KeyRow, item);
  if (digest === undefined || created_at === undefined) return undefined;
  const key = { userId, digest, sealed, pin: pin ?? null, createdAt: created_at };
  return { key, isDisabled: disabled_at !== undefined };
}
