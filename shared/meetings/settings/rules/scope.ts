import type { Member } from '#shared/accounts/members/rules/member';
import type { AssignedSettings, MeetingCategory, Workspace } from '#shared/accounts/workspaces/rules/workspace';
import { type AssignmentId, idOf, type WorkspaceId } from '#shared/foundation/core/ids';
import type { Loaded } from '#shared/foundation/core/store';
import type { Meeting } from '#shared/meetings/meetings/rules/meeting';
import type { Scope, ScopeOwner } from '#shared/meetings/settings/rules/settings';

/** A scope as it was written. What it names may not exist. */
export interface SentScope {
  /** Undefined for the workspace itself. */
  readonly owner: Exclude<ScopeOwner, { readonly type: 'workspace' }> | undefined;
  readonly category: MeetingCategory;
  /** Workspaces that it names, by either form of id. They have no effect, but must be the workspace of the settings. */
  readonly workspaces: readonly string[];
}

/** The forms of an entry, for error messages. */
export const SCOPE_FORMS = 'workspace:<id>, member:<id>, meeting:<id>, meetings:external, meetings:internal';

/**
 * Entries join with AND, in any order: a workspace, member or meeting, and at most one category of its meetings. A
 * category alone applies to the workspace. Undefined for entries of unknown form, and for two that exclude each other.
 * docs/limits-and-rules.md#settings-precedence
 */
export function readScope(entries: readonly string[]): SentScope | undefined {
  const parts = [...new Set(entries)].map(readEntry);
  const owners = parts.flatMap((part) => part?.owner ?? []);
  const categories = parts.flatMap((part) => part?.category ?? []);
  const isReadable = parts.length > 0 && parts.every((part) => part !== undefined);
  if (!isReadable || owners.length > 1 || categories.length > 1) return undefined;
  return {
    owner: owners[0],
    category: categories[0] ?? 'always',
    workspaces: parts.flatMap((part) => part?.workspace ?? []),
  };
}

interface Entry {
  readonly owner?: NonNullable<SentScope['owner']>;
  readonly category?: MeetingCategory;
  readonly workspace?: string;
}

function readEntry(text: string): Entry | undefined {
  const colon = text.indexOf(':');
  const [kind, named] = [text.slice(0, colon), text.slice(colon + 1)];
  if (kind === 'workspace') return named === '' ? undefined : { workspace: named };
  if (kind === 'meetings') return named === 'external' || named === 'internal' ? { category: named } : undefined;
  if (kind === 'member') return ownerWith('member', idOf('mem', named));
  return kind === 'meeting' ? ownerWith('meeting', idOf('mtg', named)) : undefined;
}

const ownerWith = (type: string, id: string | undefined): Entry | undefined =>
  id === undefined ? undefined : { owner: { type, id } as NonNullable<SentScope['owner']> };

/** The scope in the workspace of its settings; undefined when it names another workspace. */
export function scopeIn(sent: SentScope, { id, number }: Pick<Workspace, 'id' | 'number'>): Scope | undefined {
  if (sent.workspaces.some((named) => named !== id && named !== String(number))) return undefined;
  return { owner: sent.owner ?? { type: 'workspace', id }, category: sent.category };
}

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
