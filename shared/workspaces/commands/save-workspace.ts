import { command, updating } from '#shared/commands/command';
import { isSame } from '#shared/core/json';
import { unauthorized } from '#shared/core/refusal';
import { propagateToWorkspace } from '#shared/settings/rules/propagation';
import {
  createWorkspace,
  type NewWorkspace,
  type Owner,
  updateWorkspace,
  type WorkspacePatch,
  workspaceNumber,
} from '#shared/workspaces/rules/save-workspace';
import { archive, type Workspace } from '#shared/workspaces/rules/workspace';
import { putMembership, workspaces } from '#shared/workspaces/store';

/** Creates a workspace with its owner, and counts it towards the owner's daily limit in the same transaction. */
export const addWorkspace = command(async (context, owner: Owner, sent: NewWorkspace) => {
  const { ids, clock, changes, randomBytes, useOf } = context;
  const at = clock.now();
  const identifiers = { id: ids.make('wks'), number: workspaceNumber(randomBytes) };
  const workspace = createWorkspace(identifiers, at, owner, sent);
  await changes.save({
    at,
    writes: [
      workspaces.put(undefined, workspace),
      putMembership({ userId: owner.id, workspaceId: workspace.id, role: 'owner', createdAt: at }),
    ],
    limits: [useOf('workspaces', owner.id, at)],
    result: workspace,
  });
  return workspace;
});

/** Changes a workspace. After a change of its email domains, a job updates its upcoming meetings. */
export const saveWorkspace = updating(workspaces, (workspace, _now, patch: WorkspacePatch) => {
  requireUnarchived(workspace);
  const state = updateWorkspace(workspace, patch);
  const isMoved = !isSame(state.emailDomains, workspace.emailDomains);
  return { state, jobs: isMoved ? [propagateToWorkspace(workspace.id)] : [] };
});

/** Archives a workspace; a job cancels its bots and disconnects its calendars. Of two requests at once, the later gets 401. */
export const archiveWorkspace = updating(workspaces, (workspace, now) => {
  requireUnarchived(workspace);
  const jobs = [{ type: 'job.workspace_closing', content: { workspaceId: workspace.id } } as const];
  return { state: archive(workspace, now), jobs };
});

function requireUnarchived({ archivedAt }: Workspace): void {
  if (archivedAt !== null) throw unauthorized();
}
