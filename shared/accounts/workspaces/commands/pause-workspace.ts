import { isPaused, paused, resumed } from '#shared/accounts/workspaces/rules/pause';
import { workspaces } from '#shared/accounts/workspaces/store';
import { updating } from '#shared/foundation/commands/command';
import { conflict } from '#shared/foundation/core/refusal';

/**
 * Lets the automatic bots, calendar polls and webhook deliveries of a workspace wait, for the operator alone. What is
 * under way goes on, and so do reads and writes. 409 for an archived workspace.
 */
export const pauseWorkspace = updating(workspaces, (workspace, now) => {
  const state = paused(workspace, now);
  if (!state) throw conflict('The workspace is archived: nothing of it is sent any more.');
  return { state };
});

/** Ends a pause; a job catches up on what waited. */
export const resumeWorkspace = updating(workspaces, (workspace) => ({
  state: resumed(workspace),
  jobs: isPaused(workspace)
    ? [{ type: 'job.workspace_resuming', content: { workspaceId: workspace.id } } as const]
    : [],
}));
