import type { WorkspaceId } from '#shared/core/ids';
import { DAY_MS, type Instant, later, MINUTE_MS } from '#shared/core/time';
import type { Workspace } from '#shared/workspaces/rules/workspace';

/** Content is deleted this long after the archive (service-api.md, Limits). */
const PURGED_AFTER_MS = 30 * DAY_MS;

/** From the archive to the end of its webhooks: time enough for what the archive itself has to tell. */
export const ENDPOINTS_STAY_MS = 10 * MINUTE_MS;

/** What is left of a workspace to be ended, or purged. A type and not an interface, since it is a job's content. */
export type WorkspaceJob = { readonly workspaceId: WorkspaceId };

/** Closed for good: nobody acts in it any more, and its content has thirty days to live. */
export const archived = (workspace: Workspace, now: Instant): Workspace => ({
  ...workspace,
  archivedAt: now,
  updatedAt: now,
  purgeAt: later(now, PURGED_AFTER_MS),
});

/** How long a purge may take before it is begun again. */
const PURGE_TAKES_MS = DAY_MS;

/** The workspace with its purge on the way; undefined where the time for it has not come. */
export function purgeBegun(workspace: Workspace, now: Instant): Workspace | undefined {
  const { archivedAt, purgeAt } = workspace;
  if (archivedAt === null || purgeAt === undefined || purgeAt > now) return undefined;
  return { ...workspace, purgeAt: later(now, PURGE_TAKES_MS) };
}
