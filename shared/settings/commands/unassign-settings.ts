import { command } from '#shared/commands/command';
import type { AssignmentId } from '#shared/core/ids';
import { notFound } from '#shared/core/refusal';
import type { Table, Write } from '#shared/core/table';
import type { Instant } from '#shared/core/time';
import type { Meeting } from '#shared/meetings/rules/meeting';
import { isCancelled, phaseOf } from '#shared/meetings/rules/phase';
import { meetings } from '#shared/meetings/store';
import { members } from '#shared/members/store';
import { loadTarget } from '#shared/settings/commands/assign-to-scope';
import { propagateToScopes } from '#shared/settings/rules/propagation';
import { type ScopeTarget, withoutAssignment } from '#shared/settings/rules/scope-target';
import type { SettingsAssignment } from '#shared/settings/rules/settings';
import { assignments, removeAssignment, settings } from '#shared/settings/store';
import { workspaces } from '#shared/workspaces/store';

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
  await context.changes.save({
    at,
    writes: [
      [removeAssignment(id)],
      before ? settings.put(before, { ...before.state, assignments: rest, updatedAt: at }) : [],
      target ? removeFrom(target, id, at) : [],
    ],
    jobs: propagateToScopes(assignment.workspaceId, [assignment.scope]),
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
