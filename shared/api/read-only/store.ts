import * as v from 'valibot';
import type { Table } from '#shared/foundation/core/table';
import type { Instant } from '#shared/foundation/core/time';
import { readOnlyKey } from '#shared/foundation/dynamodb/keys';

/** A deployment whose operator refuses writes: the API and the pages answer reads, and 503 to everything else. */
export interface ReadOnlyMode {
  /** In milliseconds since 1970. */
  readonly since: Instant;
  /** The AWS principal who began it; null where AWS did not say. */
  readonly by: string | null;
}

const Row = v.object({ since: v.number(), by: v.nullable(v.string()) });

/** The row of the deployment, which exists while the mode lasts. */
export const readOnlyModes = (table: Table) => ({
  async find(): Promise<ReadOnlyMode | undefined> {
    const row = await table.get(readOnlyKey());
    return row && (v.parse(Row, row) as ReadOnlyMode);
  },

  async begin(mode: ReadOnlyMode): Promise<void> {
    await table.write({ put: { ...readOnlyKey(), type: 'read_only_mode', ...mode } });
  },

  async end(): Promise<void> {
    await table.write({ remove: readOnlyKey() });
  },
});
