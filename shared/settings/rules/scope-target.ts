import type { AssignmentId, WorkspaceId } from '#shared/core/ids';
import type { Loaded } from '#shared/core/store';
import type { Meeting } from '#shared/meetings/rules/meeting';
import type { Member } from '#shared/members/rules/member';
import type { AssignedSettings, Workspace } from '#shared/workspaces/rules/workspace';

/** The workspace, member or meeting of a scope, as it is stored. It has its assignments on its own row. */
export type ScopeTarget =
  | { readonly type: 'workspace'; readonly workspace: Loaded<Workspace> }
  | { readonly type: 'member'; readonly member: Loaded<Member> }
  | { readonly type: 'meeting'; readonly meeting: Loaded<Meeting> };

/** The workspace that it belongs to. */
export function workspaceOf(target: ScopeTarget): WorkspaceId {
  if (target.type === 'workspace') return target.workspace.state.id;
  return target.type === 'member' ? target.member.state.workspaceId : target.meeting.state.workspaceId;
}

export function assignmentsOf(target: ScopeTarget): readonly AssignedSettings[] {
  if (target.type === 'workspace') return target.workspace.state.choices;
  return target.type === 'member' ? target.member.state.choices : target.meeting.state.settings.layers.own;
}

/** The target without one of its assignments. */
export function withoutAssignment(target: ScopeTarget, assignment: AssignmentId): ScopeTarget {
  const without = <One extends AssignedSettings>(list: readonly One[]): readonly One[] =>
    list.filter(({ assignmentId }) => assignmentId !== assignment);
  if (target.type === 'workspace') {
    const { state } = target.workspace;
    return { ...target, workspace: { ...target.workspace, state: { ...state, choices: without(state.choices) } } };
  }
  if (target.type === 'member') {
    const { state } = target.member;
    return { ...target, member: { ...target.member, state: { ...state, choices: without(state.choices) } } };
  }
  const { state } = target.meeting;
  const { layers } = state.settings;
  const settings = { ...state.settings, layers: { ...layers, own: without(layers.own) } };
  return { ...target, meeting: { ...target.meeting, state: { ...state, settings } } };
}
