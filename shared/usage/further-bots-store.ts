import type { Use } from '#shared/core/limits';
import type { Table } from '#shared/core/table';
import { usedUp } from '#shared/dynamodb/limits';

/** Whether a use of a limit, such as a further bot of a founder, has no room. It counts nothing. */
export const hasNoRoom = async (table: Table, use: Use): Promise<boolean> => (await usedUp(table, [use])).length > 0;
