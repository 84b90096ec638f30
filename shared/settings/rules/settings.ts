import type { AssignmentId, MeetingId, MemberId, SettingsId, WorkspaceId } from '#shared/core/ids';
import type { Instant } from '#shared/core/time';
import type { DroppedFields } from '#shared/settings/rules/dropped-fields';
import type { SettingValues } from '#shared/settings/rules/setting-values';
import type { MeetingCategory } from '#shared/workspaces/rules/workspace';

/** Values, and the scopes that they are assigned to. */
export interface Settings {
  readonly id: SettingsId;
  readonly workspaceId: WorkspaceId;
  readonly values: SettingValues;
  readonly dropped?: DroppedFields;
  /** At most 100: docs/limits-and-rules.md#sizes. */
  readonly assignments: readonly { readonly id: AssignmentId; readonly scope: Scope }[];
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

export interface SettingsAssignment {
  readonly id: AssignmentId;
  readonly settingsId: SettingsId;
  readonly workspaceId: WorkspaceId;
  readonly scope: Scope;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** The workspace, member or meeting that settings are assigned to, and for which of its meetings. */
export interface Scope {
  readonly owner: ScopeOwner;
  readonly category: MeetingCategory;
}

export type ScopeOwner =
  | { readonly type: 'workspace'; readonly id: WorkspaceId }
  | { readonly type: 'member'; readonly id: MemberId }
  | { readonly type: 'meeting'; readonly id: MeetingId };

/** As the API writes a scope. A category alone is the workspace's, so the workspace is named only without one. */
export function scopeEntries({ owner, category }: Scope): readonly string[] {
  const about = category === 'always' ? [] : [`meetings:${category}`];
  if (owner.type === 'workspace' && about.length > 0) return about;
  return [`${owner.type}:${owner.id}`, ...about];
}
