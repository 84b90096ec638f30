import type { Changes } from '#shared/commands/changes';
import type { BotId, WorkspaceId } from '#shared/core/ids';
import { unprocessable } from '#shared/core/refusal';
import type { Loaded } from '#shared/core/store';
import type { Instant } from '#shared/core/time';
import type { MemberStore, SettingsStore } from '#shared/events/ports/stores';
import { refuseUnlessUpcoming } from '#shared/meetings/rules/refuse-unless-upcoming';
import type { Member } from '#shared/members/rules/member';
import {
  loadMeetingBots,
  type MeetingBotsNeeds,
  type MeetingWithBots,
  propagateSettings,
} from '#shared/settings/commands/load-meeting-bots';
import { type Assigned, refuseSecond } from '#shared/settings/rules/assign';
import { propagateToScopes } from '#shared/settings/rules/propagation';
import { type SentScope, scopeIn } from '#shared/settings/rules/read-scope';
import type { SettingsLayer } from '#shared/settings/rules/resolve-settings';
import type { Scope } from '#shared/settings/rules/settings';
import type { AssignedSettings, Workspace } from '#shared/workspaces/rules/workspace';

export interface OwnerNeeds extends MeetingBotsNeeds {
  readonly members: MemberStore;
}

/** Whom a scope is for, as it stands; undefined inside when there is no such member or meeting. */
export type OwnerRead =
  | { readonly type: 'workspace' }
  | { readonly type: 'member'; readonly member: Loaded<Member> | undefined }
  | { readonly type: 'meeting'; readonly read: MeetingWithBots | undefined };

/** `home`: where it has to live. What lies around a meeting of another workspace is not read. */
export async function readOwner(
  needs: OwnerNeeds,
  { owner }: SentScope,
  home: () => Promise<WorkspaceId | undefined>,
): Promise<OwnerRead> {
  if (!owner) return { type: 'workspace' };
  if (owner.type === 'member') return { type: 'member', member: await needs.members.find(owner.id) };
  const [meeting, workspaceId] = await Promise.all([needs.meetings.find(owner.id), home()]);
  const isAtHome = meeting !== undefined && meeting.state.workspaceId === workspaceId;
  return { type: 'meeting', read: isAtHome ? await loadMeetingBots(needs, meeting) : undefined };
}

/** The scope, when all that it names lives in the workspace. */
export function scopeFor(sent: SentScope, workspace: Workspace, owner: OwnerRead): Scope {
  const scope = scopeIn(sent, workspace);
  if (!scope || !livesIn(workspace, owner))
    throw unprocessable('scope', 'invalid', 'scope names something that is not in the workspace of these settings.');
  return scope;
}

function livesIn({ id }: Workspace, owner: OwnerRead): boolean {
  if (owner.type === 'member') return owner.member?.state.workspaceId === id;
  return owner.type === 'workspace' || owner.read?.meeting.state.workspaceId === id;
}

/**
 * The same, without a choice about these meetings whose settings were deleted: it counts for nothing, and the job that
 * takes it away may not have come so far. One more read, only where somebody seems to have chosen already.
 */
export async function withoutGone(
  settings: Pick<SettingsStore, 'find'>,
  { workspace, owner }: Ends,
  { category }: Scope,
): Promise<Ends> {
  const taken = choicesOf(workspace, owner).find((choice) => choice.category === category);
  if (!taken || (await settings.find(taken.settingsId))) return { workspace, owner };
  const others = <Of extends Pick<AssignedSettings, 'assignmentId'>>(some: readonly Of[]) =>
    some.filter(({ assignmentId }) => assignmentId !== taken.assignmentId);
  if (owner.type === 'workspace') {
    const state = { ...workspace.state, choices: others(workspace.state.choices) };
    return { workspace: { ...workspace, state }, owner };
  }
  if (owner.type === 'member') {
    const { member } = owner;
    const state = member && { ...member.state, choices: others(member.state.choices) };
    return { workspace, owner: { type: 'member', member: state && { ...member, state } } };
  }
  return { workspace, owner: { type: 'meeting', read: owner.read && withOwn(owner.read, others) } };
}

interface Ends {
  readonly workspace: Loaded<Workspace>;
  readonly owner: OwnerRead;
}

function choicesOf(workspace: Loaded<Workspace>, owner: OwnerRead): readonly AssignedSettings[] {
  if (owner.type === 'workspace') return workspace.state.choices;
  if (owner.type === 'member') return owner.member?.state.choices ?? [];
  return owner.read?.meeting.state.settings.layers.own ?? [];
}

function withOwn(
  read: MeetingWithBots,
  others: (own: readonly SettingsLayer[]) => readonly SettingsLayer[],
): MeetingWithBots {
  const { meeting } = read;
  const { settings } = meeting.state;
  const layers = { ...settings.layers, own: others(settings.layers.own) };
  return { ...read, meeting: { ...meeting, state: { ...meeting.state, settings: { ...settings, layers } } } };
}

interface Facts {
  readonly workspace: Loaded<Workspace>;
  readonly newBotId: BotId;
  readonly now: Instant;
}

/** What an assignment changes at whom it is for: each remembers its choices; a meeting follows at once, others later. */
export function choose(made: Assigned, owner: OwnerRead, facts: Facts): Partial<Changes> {
  const { scope } = made.assignment;
  const jobs = propagateToScopes(made.assignment.workspaceId, [scope]);
  if (owner.type === 'workspace') {
    const { workspace } = facts;
    refuseSecond(scope, workspace.state.choices);
    const after = { ...workspace.state, choices: [...workspace.state.choices, made.choice] };
    return { workspaces: [{ before: workspace, after }], jobs };
  }
  if (owner.type === 'member' && owner.member) {
    const { state } = owner.member;
    refuseSecond(scope, state.choices);
    return { members: [{ before: owner.member, after: { ...state, choices: [...state.choices, made.choice] } }], jobs };
  }
  return owner.type === 'meeting' && owner.read ? chooseForMeeting(made, owner.read, facts) : {};
}

function chooseForMeeting(
  made: Assigned,
  read: MeetingWithBots,
  { workspace, newBotId, now }: Facts,
): Partial<Changes> {
  const { state: meeting } = read.meeting;
  const { layers } = meeting.settings;
  refuseSecond(made.assignment.scope, layers.own);
  refuseUnlessUpcoming(meeting, now);
  const own = [...layers.own, { ...made.choice, values: made.settings.values }];
  const { emailDomains: homeDomains, endpoints: audience } = workspace.state;
  return { ...propagateSettings(read, { ...layers, own }, { homeDomains, newBotId, now }), audience };
}
