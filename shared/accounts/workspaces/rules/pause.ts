import type { Workspace } from '#shared/accounts/workspaces/rules/workspace';
import { type Instant, later, MINUTE_MS } from '#shared/foundation/core/time';

/**
 * How often a row is looked at that waits for a paused workspace. It is longer than a queue holds a message, so that
 * none is queued for it: the sweeper sends it at its time, and a resumption moves it to that moment.
 */
const LOOK_MS = 20 * MINUTE_MS;

/** When a row that waits for a paused workspace is looked at next. */
export const nextLookAt = (now: Instant): Instant => later(now, LOOK_MS);

/** Its automatic bots, polls and webhook deliveries wait, until the operator of the deployment resumes it. */
export const isPaused = ({ pausedAt }: Pick<Workspace, 'pausedAt'>): boolean => pausedAt !== undefined;

/** Pauses a workspace. One that is paused stays as it is; undefined for one that is archived. */
export function paused(workspace: Workspace, now: Instant): Workspace | undefined {
  if (workspace.archivedAt !== null) return undefined;
  return isPaused(workspace) ? workspace : { ...workspace, pausedAt: now };
}

/** Ends a pause. One that is not paused stays as it is. */
export function resumed(workspace: Workspace): Workspace {
  if (!isPaused(workspace)) return workspace;
  const { pausedAt: _, ...running } = workspace;
  return running;
}
