import type { Table } from '#shared/foundation/core/table';
import type { Use } from '#shared/foundation/core/uses';
import { usedUp } from '#shared/foundation/dynamodb/limits';

/** Whether one of several uses of limits has no room. It counts nothing. */
export const hasNoRoom = async (table: Table, uses: readonly Use[]): Promise<boolean> =>
  (await usedUp(table, uses)).length > 0;
