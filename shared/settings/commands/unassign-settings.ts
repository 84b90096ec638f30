import type { ChangeStore, Changes } from '#shared/commands/changes';
import { withRetry } from '#shared/commands/with-retry';
import type { Backoff } from '#shared/core/backoff';
import type { Clock } from '#shared/core/clock';
import type { AssignmentId } from '#shared/core/ids';
import { notFound } from '#shared/core/refusal';
import type { Loaded } from '#shared/core/store';
import type { Instant } from '#shared/core/time';
import type { MeetingStore, MemberStore, SettingsStore, WorkspaceStore } from '#shared/events/ports/stores';
import type { Meeting } from '#shared/meetings/rules/meeting';
import { isCancelled, phaseOf } from '#shared/meetings/rules/phase';
import type { Member } from '#shared/members/rules/member';
import { propagateToScopes } from '#shared/settings/rules/propagation';
import type { Settings, SettingsAssignment } from '#shared/settings/rules/settings';
import type { Workspace } from '#shared/workspaces/rules/workspace';

export interface UnassignNeeds {
  readonly settings: SettingsStore;
  readonly members: MemberStore;
  readonly meetings: MeetingStore;
  readonly workspaces: WorkspaceStore;
  readonly changes: ChangeStore;
  readonly clock: Clock;
  readonly backoff: Backoff;
}

/** An assignment with both its ends. */
export interface AssignmentRead {
  readonly assignment: SettingsAssignment;
  readonly settings: Loaded<Settings> | undefined;
  /** Undefined where it is for the workspace, and for whoever is gone. */
  readonly member: Loaded<Member> | undefined;
  readonly meeting: Loaded<Meeting> | undefined;
}

/** The ends are asked for together, once the assignment is known. */
export async function readAssignment(
  needs: Pick<UnassignNeeds, 'settings' | 'members' | 'meetings'>,
  reading: Promise<Loaded<SettingsAssignment> | undefined>,
): Promise<AssignmentRead | undefined> {
  const assignment = (await reading)?.state;
  if (!assignment) return undefined;
  const { owner } = assignment.scope;
  const [settings, member, meeting] = await Promise.all([
    needs.settings.find(assignment.settingsId),
    owner.type === 'member' ? needs.members.find(owner.id) : undefined,
    owner.type === 'meeting' ? needs.meetings.find(owner.id) : undefined,
  ]);
  return { assignment, settings, member, meeting };
}

/** Takes settings from a scope: whoever it was for chooses nothing by them any more, and meetings follow later. */
export const unassignSettings =
  (needs: UnassignNeeds) =>
  (workspaceSeen: Loaded<Workspace>, seen: AssignmentRead): Promise<SettingsAssignment> =>
    withRetry(needs, async (round) => {
      const { id, scope, workspaceId } = seen.assignment;
      const [workspace, read] =
        round === 0
          ? [workspaceSeen, seen]
          : await Promise.all([
              needs.workspaces.find(workspaceId),
              readAssignment(needs, needs.settings.findAssignment(id)),
            ]);
      if (!workspace || !read) throw notFound('settings assignment');
      const at = needs.clock.now();
      await needs.changes.save({
        at,
        removedAssignments: [id],
        ...withoutEntry(read, at),
        ...withoutChoice(workspace, read, at),
        jobs: propagateToScopes(workspaceId, [scope]),
      });
      return read.assignment;
    });

const withoutEntry = ({ settings, assignment }: AssignmentRead, now: Instant): Partial<Changes> => {
  if (!settings) return {};
  const assignments = settings.state.assignments.filter(({ id }) => id !== assignment.id);
  return { settings: [{ before: settings, after: { ...settings.state, assignments, updatedAt: now } }] };
};

function withoutChoice(workspace: Loaded<Workspace>, read: AssignmentRead, now: Instant): Partial<Changes> {
  const { assignment, member, meeting } = read;
  const others = <Of extends { readonly assignmentId: AssignmentId }>(some: readonly Of[]) =>
    some.filter(({ assignmentId }) => assignmentId !== assignment.id);
  if (assignment.scope.owner.type === 'workspace') {
    const after = { ...workspace.state, choices: others(workspace.state.choices) };
    return { workspaces: [{ before: workspace, after }] };
  }
  if (member)
    return { members: [{ before: member, after: { ...member.state, choices: others(member.state.choices) } }] };
  return meeting && isOpen(meeting.state, now) ? { meetings: [withOwn(meeting, others)] } : {};
}

/** What is live or past keeps the choices it was held with. */
const isOpen = (meeting: Meeting, now: Instant): boolean =>
  isCancelled(meeting) || phaseOf(meeting, now) === 'upcoming';

/** The choice goes at once, so that the scope is free; what follows from that is for the job. */
function withOwn(
  before: Loaded<Meeting>,
  others: (own: Meeting['settings']['layers']['own']) => Meeting['settings']['layers']['own'],
) {
  const { settings } = before.state;
  const layers = { ...settings.layers, own: others(settings.layers.own) };
  return { before, after: { ...before.state, settings: { ...settings, layers } } };
}
