import { command, updating } from '#shared/commands/command';
import type { CommandContext } from '#shared/commands/context';
import { isSame } from '#shared/core/json';
import { conflict, unauthorized } from '#shared/core/refusal';
import { beginRetention } from '#shared/meetings/retention-store';
import { joined } from '#shared/memberships/rules/membership';
import { memberships } from '#shared/memberships/store';
import { propagateToWorkspace } from '#shared/settings/rules/propagation';
import { scheduleDeliveredSums } from '#shared/usage/delivered-store';
import { DEFAULT_USAGE_LIMITS, FURTHER_USAGE_LIMITS, type UsageLimits } from '#shared/usage/rules/usage-limits';
import { isPaused } from '#shared/workspaces/rules/pause';
import {
  createWorkspace,
  type NewWorkspace,
  type Owner,
  updateWorkspace,
  type WorkspacePatch,
  workspaceNumber,
} from '#shared/workspaces/rules/save-workspace';
import { archive, unarchive, type Workspace } from '#shared/workspaces/rules/workspace';
import { workspaces } from '#shared/workspaces/store';

/**
 * Creates a workspace with its owner, and counts it towards the owner's daily limit in the same transaction. Only the
 * first few of an owner begin with limits of paid work; further ones with none of it, and with fewer bots.
 */
export const addWorkspace =
  (context: CommandContext) =>
  async (owner: Owner, sent: NewWorkspace): Promise<Workspace> => {
    const { limitCounter, useOf, clock } = context;
    const paid = useOf('paid_workspaces', owner.id, clock.now());
    const isPaid = await limitCounter.hasRoomFor(paid);
    try {
      return await saveNew(context)(owner, sent, isPaid ? DEFAULT_USAGE_LIMITS : FURTHER_USAGE_LIMITS);
    } catch (error) {
      if (isPaid) await limitCounter.giveBack(paid);
      throw error;
    }
  };

const saveNew = command(async (context, owner: Owner, sent: NewWorkspace, usageLimits: UsageLimits) => {
  const { ids, clock, changes, randomBytes, useOf, retentionMaximumDays } = context;
  const at = clock.now();
  const identifiers = { id: ids.make('wks'), number: workspaceNumber(randomBytes) };
  const workspace = { ...createWorkspace(identifiers, at, owner, sent), usageLimits };
  const membership = { id: ids.make('mbr'), userId: owner.id, workspaceId: workspace.id, email: owner.email } as const;
  await changes.save({
    at,
    writes: [
      workspaces.put(undefined, workspace),
      memberships.put(undefined, joined({ ...membership, role: 'owner' }, at)),
      [scheduleDeliveredSums(workspace.id, at)],
      // With a maximum, retention is applied whatever settings say.
      retentionMaximumDays === undefined ? [] : [beginRetention(workspace.id, at)],
    ],
    limits: [useOf('workspaces', owner.id, at)],
    result: workspace,
  });
  return workspace;
});

/** Changes a workspace. After a change of its email domains, a job updates its upcoming meetings, and one its people. */
export const saveWorkspace = updating(workspaces, (workspace, _now, patch: WorkspacePatch) => {
  requireUnarchived(workspace);
  const state = updateWorkspace(workspace, patch);
  const isMoved = !isSame(state.emailDomains, workspace.emailDomains);
  const regrouping = { type: 'job.people_regrouping', content: { workspaceId: workspace.id } } as const;
  return { state, jobs: isMoved ? [propagateToWorkspace(workspace.id), regrouping] : [] };
});

/**
 * Archives a workspace; a job cancels its bots and disconnects its calendars. What waited for the resumption of a paused
 * one is let go, so that its events go out while its endpoints are still open. Of two requests at once, the later gets 401.
 */
export const archiveWorkspace = updating(workspaces, (workspace, now) => {
  requireUnarchived(workspace);
  const content = { workspaceId: workspace.id };
  const closing = { type: 'job.workspace_closing', content } as const;
  const resuming = { type: 'job.workspace_resuming', content } as const;
  return { state: archive(workspace, now), jobs: isPaused(workspace) ? [resuming, closing] : [closing] };
});

/**
 * Takes the archive of a workspace back, for the operator alone: requests and roles work again, and a job decides the
 * bots of upcoming meetings. What the archive ended stays ended: bots, orders, calendars and webhook endpoints. 409 for
 * one that is not archived, and once its 30 days are over.
 */
export const unarchiveWorkspace = updating(workspaces, (workspace, now) => {
  const state = unarchive(workspace, now);
  if (!state)
    throw conflict('The workspace is not archived, or its 30 days are over and its content is being deleted.');
  return { state, jobs: [propagateToWorkspace(workspace.id)] };
});

function requireUnarchived({ archivedAt }: Workspace): void {
  if (archivedAt !== null) throw unauthorized();
}
