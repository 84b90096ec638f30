import { members } from '#shared/accounts/members/store';
import { monthsWithoutBots } from '#shared/accounts/usage/rules/usage-limits';
import type { Workspace } from '#shared/accounts/workspaces/rules/workspace';
import { workspaces } from '#shared/accounts/workspaces/store';
import type { Changes } from '#shared/foundation/commands/changes';
import type { CommandContext } from '#shared/foundation/commands/context';
import type { WorkspaceId } from '#shared/foundation/core/ids';
import { notFound, unprocessable } from '#shared/foundation/core/refusal';
import type { Loaded } from '#shared/foundation/core/store';
import type { Table } from '#shared/foundation/core/table';
import type { Instant } from '#shared/foundation/core/time';
import { decideWithinPlaces } from '#shared/meetings/bots/commands/save-within-places';
import type { Meeting } from '#shared/meetings/meetings/rules/meeting';
import { refuseUnlessUpcoming } from '#shared/meetings/meetings/rules/phase';
import { meetings } from '#shared/meetings/meetings/store';
import { loadMeetingBots } from '#shared/meetings/settings/commands/load-meeting-bots';
import { propagationWrites } from '#shared/meetings/settings/commands/propagation-writes';
import { applySettings } from '#shared/meetings/settings/rules/apply-settings';
import { type AddedAssignment, refuseSecond } from '#shared/meetings/settings/rules/assign';
import { propagateToScopes } from '#shared/meetings/settings/rules/propagation';
import {
  assignmentsOf,
  type ScopeTarget,
  type SentScope,
  scopeIn,
  withoutAssignment,
  workspaceOf,
} from '#shared/meetings/settings/rules/scope';
import type { Scope, ScopeOwner } from '#shared/meetings/settings/rules/settings';
import { settings } from '#shared/meetings/settings/store';

/** A scope, with the workspace, member or meeting that it names. */
export interface LoadedScope {
  readonly scope: Scope;
  readonly workspace: Loaded<Workspace>;
  readonly target: ScopeTarget;
}

/** What a scope names; undefined where it does not exist. */
export async function loadTarget(table: Table, owner: ScopeOwner): Promise<ScopeTarget | undefined> {
  if (owner.type === 'member') {
    const member = await members.find(table, owner.id);
    return member && { type: 'member', member };
  }
  if (owner.type === 'meeting') {
    const meeting = await meetings.find(table, owner.id);
    return meeting && { type: 'meeting', meeting };
  }
  const workspace = await workspaces.find(table, owner.id);
  return workspace && { type: 'workspace', workspace };
}

/** Loads a scope; 422 where it names something outside the workspace. */
export async function loadScope(table: Table, workspaceId: WorkspaceId, sent: SentScope): Promise<LoadedScope> {
  const [workspace, named] = await Promise.all([
    workspaces.find(table, workspaceId),
    sent.owner && loadTarget(table, sent.owner),
  ]);
  if (!workspace) throw notFound('workspace');
  const target = sent.owner ? named : ({ type: 'workspace', workspace } as const);
  const scope = scopeIn(sent, workspace.state);
  if (!scope || !target || workspaceOf(target) !== workspaceId)
    throw unprocessable('scope', 'invalid', 'scope names something that is not in the workspace of these settings.');
  return { scope, workspace, target: await withoutDeleted(table, target, scope) };
}

/**
 * The target without an assignment for the same meetings whose settings were deleted: the job that removes those may
 * not have come to it yet. One more read, only where there is an assignment.
 */
async function withoutDeleted(table: Table, target: ScopeTarget, { category }: Scope): Promise<ScopeTarget> {
  const taken = assignmentsOf(target).find((assigned) => assigned.category === category);
  if (!taken || (await settings.find(table, taken.settingsId))) return target;
  return withoutAssignment(target, taken.assignmentId);
}

type Assigning = Required<Pick<Changes, 'writes'>> & Pick<Changes, 'events' | 'jobs' | 'subscriptions'>;

/** Adds an assignment to what its scope names. A meeting follows at once, the meetings of others in the background. */
export async function assignToScope(
  context: CommandContext,
  added: AddedAssignment,
  { scope, workspace, target }: LoadedScope,
  now: Instant,
): Promise<Assigning> {
  refuseSecond(scope, assignmentsOf(target));
  if (target.type === 'meeting') return assignToMeeting(context, added, { workspace, meeting: target.meeting }, now);
  const { state } = target.type === 'member' ? target.member : target.workspace;
  const choices = [...state.choices, added.assigned];
  const jobs = propagateToScopes(workspace.state.id, [scope]);
  return target.type === 'member'
    ? { writes: [members.put(target.member, { ...target.member.state, choices })], jobs }
    : { writes: [workspaces.put(target.workspace, { ...target.workspace.state, choices })], jobs };
}

interface MeetingOf {
  readonly workspace: Loaded<Workspace>;
  readonly meeting: Loaded<Meeting>;
}

async function assignToMeeting(
  context: CommandContext,
  added: AddedAssignment,
  { workspace, meeting }: MeetingOf,
  now: Instant,
): Promise<Assigning> {
  refuseUnlessUpcoming(meeting.state, now);
  const { layers } = meeting.state.settings;
  const own = [...layers.own, { ...added.assigned, values: added.settings.values }];
  const { emailDomains: homeDomains, endpoints: subscriptions } = workspace.state;
  const meetingWithBots = await loadMeetingBots(context.table, meeting);
  const beyond = { monthsWithoutBots: monthsWithoutBots(workspace.state) };
  const facts = { homeDomains, ...beyond, newBotId: context.ids.make('bot'), now };
  const decide = (isTimeFull: boolean) => applySettings(meetingWithBots, { ...layers, own }, { ...facts, isTimeFull });
  const { decision } = await decideWithinPlaces(context, { workspace: workspace.state, decide });
  const { events, jobs } = decision;
  return { writes: propagationWrites(meetingWithBots, decision), events, jobs, subscriptions };
}
