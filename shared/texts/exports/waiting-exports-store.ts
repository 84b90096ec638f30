import type { WorkspaceId } from '#shared/foundation/core/ids';
import { conflict } from '#shared/foundation/core/refusal';
import type { Table, Write } from '#shared/foundation/core/table';
import { type Instant, ttlAt } from '#shared/foundation/core/time';
import { waitingExportKey, waitingExportsOf } from '#shared/foundation/dynamodb/keys';
import { type Export, MOST_WAITING, waitsUntil } from '#shared/texts/exports/rules/export';

/** That an export waits until a limit has room. It may be written again. */
export const putWaiting = (one: Export): Write => {
  const until = waitsUntil(one);
  return { put: { ...waitingExportKey(one.workspaceId, one.id), type: 'waiting_export', until, ttl: ttlAt(until) } };
};

/** That it waits no more, or never did. */
export const removeWaiting = (one: Export): Write => ({ remove: waitingExportKey(one.workspaceId, one.id) });

/**
 * 409 where a workspace has as many waiting exports as may be. One is known to wait once its texts were counted: those that
 * are asked for before are bounded by the limit of exports.
 */
export async function refuseMoreWaiting(table: Table, workspace: WorkspaceId, now: Instant): Promise<void> {
  const where = { text: 'pk = :pk', values: { ':pk': waitingExportsOf(workspace) } };
  const { items } = await table.query({ where, limit: 2 * MOST_WAITING });
  const waiting = items.filter(({ until }) => Number(until) > now);
  if (waiting.length >= MOST_WAITING)
    throw conflict(
      `${MOST_WAITING} PDF exports of the workspace wait for their hourly limit: wait until some are written, or choose another format.`,
    );
}
