import * as v from 'valibot';
import type { WorkspaceId } from '#shared/foundation/core/ids';
import type { Table, Write } from '#shared/foundation/core/table';
import { limitedBytesKey } from '#shared/foundation/dynamodb/keys';

const Row = v.object({ bytes: v.number() });

/** The bytes that the limit of a workspace is compared with, strongly consistent: one read. */
export async function storedBytes(table: Table, workspace: WorkspaceId): Promise<number> {
  const row = await table.get(limitedBytesKey(workspace));
  return row ? v.parse(Row, row).bytes : 0;
}

/**
 * Adds bytes to the counter of a workspace, or takes them off, in the transaction of what is stored or removed: each write
 * there holds only once. With a limit, a lost race where they have no room beside what others added meanwhile.
 */
export const addStoredBytes = (workspace: WorkspaceId, bytes: number, limit?: number): readonly Write[] =>
  bytes === 0
    ? []
    : [
        {
          update: limitedBytesKey(workspace),
          set: {
            text: 'SET #type = :type ADD bytes :change',
            names: { '#type': 'type' },
            values: { ':type': 'limited_bytes', ':change': bytes },
          },
          ...(limit !== undefined && {
            when: { text: 'attribute_not_exists(bytes) OR bytes <= :room', values: { ':room': limit - bytes } },
          }),
        },
      ];
