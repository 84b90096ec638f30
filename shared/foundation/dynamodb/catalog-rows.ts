import * as v from 'valibot';
import { type Catalog, emptyCatalog } from '#shared/foundation/core/catalog';
import type { IdPrefix, IdsByPrefix, WorkspaceId } from '#shared/foundation/core/ids';
import type { Loaded } from '#shared/foundation/core/store';
import type { Key, Table, Write } from '#shared/foundation/core/table';
import { id } from '#shared/foundation/dynamodb/row-parts';
import { loaded, storedState, unlessSavedSince } from '#shared/foundation/dynamodb/rows';

interface CatalogRowOptions<Prefix extends IdPrefix> {
  /** The row's `type`. */
  readonly type: string;
  /** Of the ids in it. */
  readonly prefix: Prefix;
  readonly key: (workspace: WorkspaceId) => Key;
}

/** The row of a workspace's catalog of one kind; its revision guards every change of it. */
export function catalogRow<Prefix extends IdPrefix>({ type, prefix, key }: CatalogRowOptions<Prefix>) {
  type OfKind = Catalog<IdsByPrefix[Prefix]>;
  const schema = v.object({
    workspaceId: id('wks'),
    count: v.number(),
    defaults: v.record(v.string(), id(prefix)),
  }) as unknown as v.GenericSchema<unknown, OfKind>;
  return {
    /** Strongly consistent; empty before the first. */
    find: async (table: Table, workspace: WorkspaceId): Promise<Loaded<OfKind>> =>
      loaded(schema, await table.get(key(workspace))) ?? { revision: 0, state: emptyCatalog(workspace) },

    put: (before: Loaded<OfKind>, after: OfKind): readonly Write[] => [
      {
        put: { ...key(after.workspaceId), type, revision: before.revision + 1, state: storedState(after) },
        when: unlessSavedSince(before.revision),
      },
    ],
  };
}
