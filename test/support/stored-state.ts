import { jsonOfState } from '#shared/foundation/dynamodb/rows';
import type { Item } from '#test/doubles/dynamodb/values';

/** The state in a row of the in-memory table; an empty object for a row without one. */
// biome-ignore lint/suspicious/noExplicitAny: tests name the fields that they read
export const stateOfRow = (row: Item | undefined): any => jsonOfState(row?.['state']?.S ?? row?.['state']?.B) ?? {};
