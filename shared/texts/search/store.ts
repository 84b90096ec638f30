import * as v from 'valibot';
import type { WorkspaceId } from '#shared/foundation/core/ids';
import type { Table, Write } from '#shared/foundation/core/table';
import type { Instant } from '#shared/foundation/core/time';
import { duePartition, searchKey } from '#shared/foundation/dynamodb/keys';
import { instant } from '#shared/foundation/dynamodb/row-parts';
import { mergeAt } from '#shared/texts/search/rules/merge-times';

/** How many segments a workspace has written, how many of them are merged, and when the next merge is due. */
export interface SegmentCount {
  readonly written: number;
  readonly merged: number;
  readonly dueAt: Instant;
}

const Row = v.object({ written: v.number(), merged: v.optional(v.number(), 0), due_at: instant });

const countIn = (item: unknown): SegmentCount => {
  const { written, merged, due_at: dueAt } = v.parse(Row, item);
  return { written, merged, dueAt };
};

/** Undefined where none is due to be merged. */
export async function dueSegments(table: Table, workspace: WorkspaceId): Promise<SegmentCount | undefined> {
  const item = await table.get(searchKey(workspace));
  return item?.due_at === undefined ? undefined : countIn(item);
}

/** Counts a segment, or as many as a long one counts, once it was written: the first makes a merge due in the next night. */
export async function countSegment(
  table: Table,
  workspace: WorkspaceId,
  { at, segments }: { readonly at: Instant; readonly segments: number },
): Promise<SegmentCount> {
  const item = await table.update(searchKey(workspace), {
    text: 'SET #type = :type, due_pk = :shard, due_at = if_not_exists(due_at, :at) ADD written :segments',
    names: TYPE,
    values: {
      ':type': 'search',
      ':shard': duePartition(workspace),
      ':at': mergeAt(workspace, at),
      ':segments': segments,
    },
  });
  return countIn(item);
}

/** Moves the next merge; of two workers at once, one does. */
export const rescheduleMerge = (workspace: WorkspaceId, from: Instant, to: Instant): Write => ({
  update: searchKey(workspace),
  set: { text: 'SET due_at = :to REMOVE moves, since', values: { ':to': to } },
  when: { text: 'due_at = :from', values: { ':from': from } },
});

/** All segments that were written by then are merged. Unless others were since, no merge is due. */
export async function segmentsMerged(table: Table, workspace: WorkspaceId, written: number): Promise<void> {
  const update = searchKey(workspace);
  const values = { ':written': written };
  const none = { text: 'REMOVE due_pk, due_at, moves, since SET merged = :written', values };
  if (await table.write({ update, set: none, when: { text: 'written = :written', values } })) return;
  await table.write({
    update,
    set: { text: 'SET merged = :written', values },
    when: { text: 'written > :written', values },
  });
}

/** Of a workspace that is gone. */
export const unscheduleMerges = (workspace: WorkspaceId): Write => ({ remove: searchKey(workspace) });

const TYPE = { '#type': 'type' };
