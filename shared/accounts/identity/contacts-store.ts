import { UserRow } from '#shared/accounts/identity/row';
import type { UserId } from '#shared/foundation/core/ids';
import type { Table } from '#shared/foundation/core/table';
import { resourceKey } from '#shared/foundation/dynamodb/keys';
import { loaded } from '#shared/foundation/dynamodb/rows';

/**
 * The address at which a user gets mail; undefined for one who is disabled or gone. Apart from the users' own store, so
 * that the function that sends mail has no code that writes users.
 */
export async function mailAddressOf(table: Table, id: UserId): Promise<string | undefined> {
  const user = loaded(UserRow, await table.get(resourceKey(id)))?.state;
  return user?.disabledAt === undefined ? user?.email : undefined;
}
