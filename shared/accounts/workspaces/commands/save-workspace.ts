import { joined } from '#shared/accounts/memberships/rules/membership';
import { memberships } from '#shared/accounts/memberships/store';
import { scheduleDeliveredSums } from '#shared/accounts/usage/delivered-due-store';
import type { UsageLimits } from '#shared/accounts/usage/rules/usage-limits';
import { withInitialLimits } from '#shared/accounts/workspaces/commands/initial-limits';
import { beginRetention } from '#shared/accounts/workspaces/retention-store';
import { isPaused } from '#shared/accounts/workspaces/rules/pause';
import { propagateToWorkspace } from '#shared/accounts/workspaces/rules/propagate-to-workspace';
import {
  createWorkspace,
  type NewWorkspace,
  type Owner,
  updateWorkspace,
  type WorkspacePatch,
  workspaceNumber,
} from '#shared/accounts/workspaces/rules/save-workspace';
import { archive, founderOf, unarchive, type Workspace } from '#shared/accounts/workspaces/rules/workspace';
import { workspaces } from '#shared/accounts/workspaces/store';
import { command, updating } from '#shared/foundation/commands/command';
import type { CommandContext } from '#shared/foundation/commands/context';
import { isSame } from '#shared/foundation/core/json';
import { conflict, forbidden, Refusal, unauthorized } from '#shared/foundation/core/refusal';
import type { Instant } from '#shared/foundation/core/time';
import { type Use, withoutLimit } from '#shared/foundation/core/uses';

/**
 * Creates a workspace with its owner, and counts it towards the owner's daily limit, and that of their active workspaces, in
 * the same transaction. Only the first few of an owner, and of a day of the deployment, begin with limits of paid work;
 * further ones with none of it, and with fewer bots.
 */
export const addWorkspace =
  (context: CommandContext) =>
  async (owner: Owner, sent: NewWorkspace): Promise<Workspace> => {
    const { useOf, clock } = context;
    const paid = useOf('paid_workspaces', owner.id, clock.now());
    try {
      return await withInitialLimits(context, [paid], (limits) => saveNew(context)(owner, sent, limits));
    } catch (error) {
      throw isOfActiveWorkspaces(error) ? tooManyWorkspaces(useOf('active_workspaces', owner.id, clock.now())) : error;
    }
  };

const isOfActiveWorkspaces = (error: unknown): boolean =>
  error instanceof Refusal && error.faults.some(({ code }) => code === 'plan_upgrade_required');

/** Waiting does not help: 403. */
const tooManyWorkspaces = ({ most }: Use) =>
  forbidden(
    'plan_upgrade_required',
    `The limit is ${most} workspaces that one user made and that are not archived: archive one that is not used, or ask the operator of the deployment.`,
  );

const saveNew = command(async (context, owner: Owner, sent: NewWorkspace, usageLimits: UsageLimits) => {
  const { ids, clock, changes, randomBytes, useOf, retentionMaximumDays } = context;
  const at = clock.now();
  const identifiers = { id: ids.make('wks'), number: workspaceNumber(randomBytes) };
  const workspace = { ...createWorkspace(identifiers, at, owner, sent), usageLimits, isCounted: true } as const;
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
    limits: [useOf('workspaces', owner.id, at), useOf('active_workspaces', owner.id, at)],
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
export const archiveWorkspace = (context: CommandContext) =>
  updating(workspaces, (workspace, now) => {
    requireUnarchived(workspace);
    const content = { workspaceId: workspace.id };
    const closing = { type: 'job.workspace_closing', content } as const;
    const resuming = { type: 'job.workspace_resuming', content } as const;
    const jobs = isPaused(workspace) ? [resuming, closing] : [closing];
    return { state: archive(workspace, now), jobs, limits: activeUses(context, workspace, now, -1) };
  })(context);

/** One active workspace more or less of its founder. */
export const activeUses = (
  { useOf }: CommandContext,
  workspace: Workspace,
  now: Instant,
  amount: 1 | -1,
): readonly Use[] =>
  workspace.isCounted ? [withoutLimit(useOf('active_workspaces', founderOf(workspace), now, amount))] : [];

/**
 * Takes the archive of a workspace back, for the operator alone: requests and roles work again, and a job decides the
 * bots of upcoming meetings. What the archive ended stays ended: bots, orders, calendars and webhook endpoints. 409 for
 * one that is not archived, and once its 30 days are over.
 */
export const unarchiveWorkspace = (context: CommandContext) =>
  updating(workspaces, (workspace, now) => {
    const state = unarchive(workspace, now);
    if (!state)
      throw conflict('The workspace is not archived, or its 30 days are over and its content is being deleted.');
    const limits = activeUses(context, workspace, now, 1);
    return { state, jobs: [propagateToWorkspace(workspace.id)], limits };
  })(context);

function requireUnarchived({ archivedAt }: Workspace): void {
  if (archivedAt !== null) throw unauthorized();
}
