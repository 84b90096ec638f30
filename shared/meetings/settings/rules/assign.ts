import type { AssignedSettings } from '#shared/accounts/workspaces/rules/workspace';
import type { AssignmentId } from '#shared/foundation/core/ids';
import { conflict, unprocessable } from '#shared/foundation/core/refusal';
import type { Instant } from '#shared/foundation/core/time';
import {
  type Scope,
  type Settings,
  type SettingsAssignment,
  scopeEntries,
} from '#shared/meetings/settings/rules/settings';

/** The most assignments of one settings object: docs/limits-and-rules.md#sizes. */
export const MOST_ASSIGNMENTS = 100;

export interface AddedAssignment {
  readonly settings: Settings;
  readonly assignment: SettingsAssignment;
  /** For the row of the workspace, member or meeting. */
  readonly assigned: AssignedSettings;
}

/** The settings with one more assignment. A brand kit can be set for workspaces only. */
export function addAssignment(settings: Settings, id: AssignmentId, scope: Scope, now: Instant): AddedAssignment {
  if (settings.assignments.length >= MOST_ASSIGNMENTS)
    throw unprocessable(
      'settings_id',
      'too_long',
      `These settings already have ${MOST_ASSIGNMENTS} assignments, the maximum.`,
    );
  if (scope.owner.type !== 'workspace' && settings.values['branding.brand_kit_id'] !== undefined)
    throw unprocessable(
      'scope',
      'unusable_setting',
      'scope must be a workspace scope: these settings set a brand kit.',
    );
  const { id: settingsId, workspaceId } = settings;
  return {
    settings: { ...settings, assignments: [...settings.assignments, { id, scope }], updatedAt: now },
    assignment: { id, settingsId, workspaceId, scope, createdAt: now, updatedAt: now },
    assigned: { category: scope.category, assignmentId: id, settingsId },
  };
}

/** Refuses a second assignment for the same meetings of the same workspace, member or meeting. */
export function refuseSecond(
  scope: Scope,
  taken: readonly Pick<AssignedSettings, 'category' | 'assignmentId'>[],
): void {
  const first = taken.find(({ category }) => category === scope.category);
  if (first)
    throw conflict(`The scope ${scopeEntries(scope).join(' and ')} is already assigned, by ${first.assignmentId}.`);
}
