import * as v from 'valibot';
import type { WorkspaceId } from '#shared/foundation/core/ids';
import type { Table, Write } from '#shared/foundation/core/table';
import { HOUR_MS, type Instant, later } from '#shared/foundation/core/time';
import { duePartition, retentionKey } from '#shared/foundation/dynamodb/keys';
import { instant } from '#shared/foundation/dynamodb/row-parts';

/** From the first retention that a workspace sets to its first walk. */
const FIRST_RETENTION_MS = HOUR_MS;

const DueRow = v.object({ due_at: instant });

/** When retention is applied to a workspace next; undefined where it never set one. */
export async function retentionDueAt(table: Table, workspace: WorkspaceId): Promise<Instant | undefined> {
  const row = await table.get(retentionKey(workspace));
  return row && v.parse(DueRow, row).due_at;
}

/** Retention is applied to a workspace from now on; the time of the next walk stays where there is one. */
export const beginRetention = (workspace: WorkspaceId, now: Instant): Write => ({
  update: retentionKey(workspace),
  set: {
    text: 'SET #type = :type, due_pk = :shard, due_at = if_not_exists(due_at, :at)',
    names: TYPE,
    values: { ...rowOf(workspace), ':at': later(now, FIRST_RETENTION_MS) },
  },
});

/** The same where retention never began: with the maximum of a deployment that got one after its workspaces. */
export async function beginRetentionByMaximum(
  table: Table,
  workspace: WorkspaceId,
  now: Instant,
  maximum: number | undefined,
): Promise<void> {
  if (maximum === undefined || (await retentionDueAt(table, workspace)) !== undefined) return;
  await table.write(beginRetention(workspace, now));
}

/** Moves the next walk; of two workers at once, one does. */
export const moveRetention = (workspace: WorkspaceId, from: Instant, to: Instant): Write => ({
  update: retentionKey(workspace),
  set: {
    text: 'SET #type = :type, due_pk = :shard, due_at = :to REMOVE moves, since',
    names: TYPE,
    values: { ...rowOf(workspace), ':to': to },
  },
  when: { text: 'due_at = :from', values: { ':from': from } },
});

/** Ends the retention of a workspace that is gone. */
export const endRetention = (workspace: WorkspaceId): Write => ({ remove: retentionKey(workspace) });

const TYPE = { '#type': 'type' };
const rowOf = (workspace: WorkspaceId) => ({ ':type': 'retention', ':shard': duePartition(workspace) });
