import * as v from 'valibot';
import { SUM_PERIOD_MS } from '#shared/accounts/usage/rules/delivered-webhooks';
import type { WorkspaceId } from '#shared/foundation/core/ids';
import type { Table, Write } from '#shared/foundation/core/table';
import { type Instant, later } from '#shared/foundation/core/time';
import { deliveredDueKey, duePartition } from '#shared/foundation/dynamodb/keys';
import { instant } from '#shared/foundation/dynamodb/row-parts';

const DueRow = v.object({ due_at: instant });

/** When the webhooks of a workspace are summed up next; undefined where that never began. */
export async function deliveredDueAt(table: Table, workspace: WorkspaceId): Promise<Instant | undefined> {
  const row = await table.get(deliveredDueKey(workspace));
  return row && v.parse(DueRow, row).due_at;
}

/** The webhooks of a workspace are summed up from now on; the time of the next sum stays where there is one. */
export const scheduleDeliveredSums = (workspace: WorkspaceId, now: Instant): Write => ({
  update: deliveredDueKey(workspace),
  set: {
    text: 'SET #type = :type, due_pk = :shard, due_at = if_not_exists(due_at, :at)',
    names: { '#type': 'type' },
    values: { ...dueRowOf(workspace), ':at': later(now, SUM_PERIOD_MS) },
  },
});

/** Moves the next sum; of two workers at once, one does. */
export const rescheduleDeliveredSums = (workspace: WorkspaceId, from: Instant, to: Instant): Write => ({
  update: deliveredDueKey(workspace),
  set: {
    text: 'SET #type = :type, due_pk = :shard, due_at = :to REMOVE moves, since',
    names: { '#type': 'type' },
    values: { ...dueRowOf(workspace), ':to': to },
  },
  when: { text: 'due_at = :from', values: { ':from': from } },
});

/** Ends the sums of a workspace that is gone. */
export const unscheduleDeliveredSums = (workspace: WorkspaceId): Write => ({ remove: deliveredDueKey(workspace) });

const dueRowOf = (workspace: WorkspaceId) => ({ ':type': 'usage_due', ':shard': duePartition(workspace) });
