import type { WorkspaceId } from '#shared/core/ids';
import { DAY_MS, type Instant, later, MINUTE_MS } from '#shared/core/time';
import type { Workspace } from '#shared/workspaces/rules/workspace';

/** Content is deleted this long after the archive: docs/limits-and-rules.md#retention. */
const PURGED_AFTER_MS = 30 * DAY_MS;

/** Webhook endpoints stay enabled this long after the archive, so that the events of the archive itself are delivered. */
export const ENDPOINTS_STAY_MS = 10 * MINUTE_MS;

/** The content of the jobs that end and purge a workspace. A type and not an interface, since it is stored as JSON. */
export type WorkspaceJob = { readonly workspaceId: WorkspaceId };

/** Archives a workspace permanently: requests that name it are refused, and its content is deleted 30 days later. */
export const archive = (workspace: Workspace, now: Instant): Workspace => ({
  ...workspace,
  archivedAt: now,
  updatedAt: now,
  purgeAt: later(now, PURGED_AFTER_MS),
});

/** A purge that takes longer than this is started again. */
const PURGE_TAKES_MS = DAY_MS;

/** The workspace with its purge started; undefined if the purge is not due. */
export function startPurge(workspace: Workspace, now: Instant): Workspace | undefined {
  const { archivedAt, purgeAt } = workspace;
  if (archivedAt === null || purgeAt === undefined || purgeAt > now) return undefined;
  return { ...workspace, purgeAt: later(now, PURGE_TAKES_MS) };
}
