import * as v from 'valibot';
import type { WorkspaceId } from '#shared/foundation/core/ids';
import type { Item, Table, Write } from '#shared/foundation/core/table';
import type { Instant } from '#shared/foundation/core/time';
import { ERASED_NAMES, ERASURES, erasedNameKey, erasureKey } from '#shared/foundation/dynamodb/keys';
import { instant } from '#shared/foundation/dynamodb/row-parts';
import { partition } from '#shared/foundation/dynamodb/rows';

/** That the person with an address was erased: all that stays of them. */
export interface Erasure {
  /** `erasing` until the job has removed what there was. */
  readonly status: 'erasing' | 'erased';
  readonly at: Instant;
}

const ErasureRow: v.GenericSchema<unknown, Erasure> = v.object({
  status: v.picklist(['erasing', 'erased']),
  at: instant,
});

/** By the keyed hash of an address; undefined where its person was not erased. */
export async function erasureOf(table: Table, workspace: WorkspaceId, hash: string): Promise<Erasure | undefined> {
  const item = await table.get(erasureKey(workspace, hash));
  return item && v.parse(ErasureRow, item);
}

/** For the transaction that removes the person. */
export const putErasure = (workspace: WorkspaceId, hash: string, at: Instant): Write => ({
  put: { ...erasureKey(workspace, hash), type: 'erasure', hash, status: 'erasing', at },
});

/** What there was is removed. Nothing where the erasure was lifted, or began again, meanwhile. */
export const finishErasure = (table: Table, workspace: WorkspaceId, hash: string): Promise<boolean> =>
  table.write({
    update: erasureKey(workspace, hash),
    set: { text: 'SET #status = :erased', names: { '#status': 'status' }, values: { ':erased': 'erased' } },
    when: { text: 'attribute_exists(pk)' },
  });

/** Whether someone with this name, by its keyed hash, was erased. */
export const isNameErased = async (table: Table, workspace: WorkspaceId, hash: string): Promise<boolean> =>
  (await table.get(erasedNameKey(workspace, hash))) !== undefined;

/** A name that an erased person had. Putting it again changes nothing. */
export const putErasedName = (workspace: WorkspaceId, hash: string): Write => ({
  put: { ...erasedNameKey(workspace, hash), type: 'erased_name', hash },
});

const HashRow = v.object({ hash: v.string() });

/** The keyed hashes of the names that erased people of a workspace had: about 150 bytes each. */
export async function erasedNamesIn(table: Table, workspace: WorkspaceId): Promise<readonly string[]> {
  const rows = await partition(table, workspace, ERASED_NAMES);
  return rows.map((row) => v.parse(HashRow, row).hash);
}

/** The rows of those who were erased, for the purge of a workspace. */
export const erasureRows = (table: Table, workspace: WorkspaceId): Promise<readonly Item[]> =>
  partition(table, workspace, ERASURES);
