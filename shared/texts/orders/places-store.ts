import * as v from 'valibot';
import type { WorkspaceId } from '#shared/foundation/core/ids';
import type { Table, Write } from '#shared/foundation/core/table';
import { operationPlacesKey } from '#shared/foundation/dynamodb/keys';

/** Operations of a workspace at a time: docs/api/translations.md. */
export const MOST_OPERATIONS = 10;

const Row = v.object({ running: v.optional(v.number(), 0) });

export async function freePlaces(table: Table, workspaceId: WorkspaceId): Promise<number> {
  const { running } = v.parse(Row, (await table.get(operationPlacesKey(workspaceId))) ?? {});
  return Math.max(0, MOST_OPERATIONS - running);
}

/** Takes places, or gives them back, in the transaction of the operations; a lost race where too few are free. */
export function takePlaces(workspaceId: WorkspaceId, change: number): readonly Write[] {
  if (change === 0) return [];
  return [
    {
      update: operationPlacesKey(workspaceId),
      set: { text: 'ADD running :change', values: { ':change': change } },
      ...(change > 0 && {
        when: {
          text: 'attribute_not_exists(running) OR running <= :room',
          values: { ':room': MOST_OPERATIONS - change },
        },
      }),
    },
  ];
}
