import { members } from '#shared/accounts/members/store';
import { workspaces } from '#shared/accounts/workspaces/store';
import { command } from '#shared/foundation/commands/command';
import type { AssignmentId, SettingsId, WorkspaceId } from '#shared/foundation/core/ids';
import { notFound } from '#shared/foundation/core/refusal';
import type { Table, Write } from '#shared/foundation/core/table';
import type { Instant } from '#shared/foundation/core/time';
import { kitLinkWrites } from '#shared/meetings/brand-kits/commands/kit-link-writes';
import type { Meeting } from '#shared/meetings/meetings/rules/meeting';
import { isCancelled, phaseOf } from '#shared/meetings/meetings/rules/phase';
import { meetings } from '#shared/meetings/meetings/store';
import { assignToScope, loadScope, loadTarget } from '#shared/meetings/settings/commands/assign-to-scope';
import { addAssignment } from '#shared/meetings/settings/rules/assign';
import { propagateToScopes } from '#shared/meetings/settings/rules/propagation';
import { type ScopeTarget, type SentScope, withoutAssignment } from '#shared/meetings/settings/rules/scope';
import type { SettingsAssignment } from '#shared/meetings/settings/rules/settings';
import { assignments, removeAssignment, settings } from '#shared/meetings/settings/store';

interface NewAssignment {
  readonly workspaceId: WorkspaceId;
  readonly settingsId: SettingsId;
  readonly scope: SentScope;
}

/** Assigns settings to a scope. Of two assignments of one scope at the same time, one is created and the other refused. */
export const assignSettings = command(
  async (context, { workspaceId, settingsId, scope: sent }: NewAssignment): Promise<SettingsAssignment> => {
    const [before, scope] = await Promise.all([
      settings.find(context.table, settingsId),
      loadScope(context.table, workspaceId, sent),
    ]);
    if (!before) throw notFound('settings object');
    const at = context.clock.now();
    const added = addAssignment(before.state, context.ids.make('asg'), scope.scope, at);
    const [{ writes, jobs = [], ...consequences }, kits] = await Promise.all([
      assignToScope(context, added, scope, at),
      kitLinkWrites(context, workspaceId, [{ before: before.state, after: added.settings }], at),
    ]);
    const rows = [settings.put(before, added.settings), assignments.put(undefined, added.assignment)];
    await context.changes.save({
      at,
      writes: [...rows, ...kits.writes, ...writes],
      jobs: [...jobs, ...kits.jobs],
      ...consequences,
      result: added.assignment,
    });
    return added.assignment;
  },
);

/** An assignment, its settings and what its scope names; the latter two are undefined where they were deleted. */
export async function loadAssignment(table: Table, id: AssignmentId) {
  const assignment = await assignments.find(table, id);
  if (!assignment) return undefined;
  const { settingsId, scope } = assignment.state;
  const [ofSettings, target] = await Promise.all([settings.find(table, settingsId), loadTarget(table, scope.owner)]);
  return { assignment: assignment.state, settings: ofSettings, target };
}

/** Deletes an assignment. The meetings of its scope follow in the background. */
export const unassignSettings = command(async (context, id: AssignmentId): Promise<SettingsAssignment> => {
  const loaded = await loadAssignment(context.table, id);
  if (!loaded) throw notFound('settings assignment');
  const { assignment, settings: before, target } = loaded;
  const at = context.clock.now();
  const rest = before?.state.assignments.filter((other) => other.id !== id) ?? [];
  const after = before && { ...before.state, assignments: rest, updatedAt: at };
  const kits = await kitLinkWrites(context, assignment.workspaceId, [{ before: before?.state, after }], at);
  await context.changes.save({
    at,
    writes: [
      [removeAssignment(id)],
      before && after ? settings.put(before, after) : [],
      ...kits.writes,
      target ? removeFrom(target, id, at) : [],
    ],
    jobs: [...propagateToScopes(assignment.workspaceId, [assignment.scope]), ...kits.jobs],
    result: assignment,
  });
  return assignment;
});

/** The scope can be assigned again at once. A live or past meeting keeps the settings that it had. */
function removeFrom(before: ScopeTarget, id: AssignmentId, now: Instant): readonly Write[] {
  const after = withoutAssignment(before, id);
  if (before.type === 'workspace' && after.type === 'workspace')
    return workspaces.put(before.workspace, after.workspace.state);
  if (before.type === 'member' && after.type === 'member') return members.put(before.member, after.member.state);
  if (before.type !== 'meeting' || after.type !== 'meeting' || !isOpen(before.meeting.state, now)) return [];
  return meetings.put(before.meeting, after.meeting.state);
}

const isOpen = (meeting: Meeting, now: Instant): boolean =>
  isCancelled(meeting) || phaseOf(meeting, now) === 'upcoming';
