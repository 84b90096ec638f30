import type { UserId } from '#shared/core/ids';
import type { Table } from '#shared/core/table';
import { resourceKey } from '#shared/dynamodb/keys';
import { loaded } from '#shared/dynamodb/rows';
import { UserRow } from '#shared/identity/row';

/**
 * The address at which a user gets mail; undefined for one who is disabled or gone. Apart from the users' own store, so
 * that the function that sends mail has no code that writes users.
 */
export async function mailAddressOf(table: Table, id: UserId): Promise<string | undefined> {
  const user = loaded(UserRow, await table.get(resourceKey(id)))?.state;
  return user?.disabledAt === undefined ? user?.email : undefined;
}
