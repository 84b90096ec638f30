import type { AssignmentId, SettingsId, WorkspaceId } from '#shared/core/ids';
import type { Loaded, Saved } from '#shared/core/store';
import type { Instant } from '#shared/core/time';
import type { ScopeOwner, Settings, SettingsAssignment } from '#shared/settings/rules/settings';
import type { AssignedSettings } from '#shared/workspaces/rules/workspace';

/** Rows of settings and assignments that a decision changes. */
export interface SettingsChanges {
  readonly settings: readonly Saved<Settings>[];
  readonly assignments: readonly Saved<SettingsAssignment>[];
  readonly removedAssignments: readonly AssignmentId[];
}

/** A workspace, member or meeting, with the settings that it has for all its meetings. */
export interface SettingsOwner {
  readonly workspaceId: WorkspaceId;
  readonly owner: ScopeOwner;
  /** Its assignment for all meetings. */
  readonly assigned: AssignedSettings | undefined;
  /** The settings behind it; undefined without an assignment, and where they were deleted. */
  readonly stored: Loaded<Settings> | undefined;
}

/** Ids for what may be created, and the time. */
export interface Fresh {
  readonly settingsId: SettingsId;
  readonly assignmentId: AssignmentId;
  readonly now: Instant;
}

/** The owner's own settings after they were written. */
export interface OwnSettings extends SettingsChanges {
  readonly own: Settings;
  readonly assigned: AssignedSettings;
}

/** The assignment for all meetings of a workspace, member or meeting. */
export const generalAssignment = <One extends AssignedSettings>(assigned: readonly One[]): One | undefined =>
  assigned.find(({ category }) => category === 'always');

/**
 * Writes the settings that an owner has for all its meetings. They are created where there are none, and split off
 * where they are assigned elsewhere too: for the others they stay as they are.
 */
export function writeOwnSettings(
  { workspaceId, owner, assigned, stored }: SettingsOwner,
  content: Pick<Settings, 'values' | 'dropped'>,
  { settingsId, assignmentId, now }: Fresh,
): OwnSettings {
  if (assigned && stored && stored.state.assignments.length <= 1) {
    const { dropped: _dropped, ...rest } = stored.state;
    const own = { ...rest, ...content, updatedAt: now };
    return { own, assigned, settings: [{ before: stored, after: own }], assignments: [], removedAssignments: [] };
  }
  const scope = { owner, category: 'always' } as const;
  const stamps = { workspaceId, createdAt: now, updatedAt: now };
  const own = { id: settingsId, ...content, assignments: [{ id: assignmentId, scope }], ...stamps };
  const split = assigned && stored;
  return {
    own,
    assigned: { category: 'always', assignmentId, settingsId },
    settings: [{ before: undefined, after: own }, ...(split ? [withoutAssignment(stored, assigned, now)] : [])],
    assignments: [{ before: undefined, after: { id: assignmentId, settingsId, scope, ...stamps } }],
    removedAssignments: split ? [assigned.assignmentId] : [],
  };
}

function withoutAssignment(before: Loaded<Settings>, assigned: AssignedSettings, now: Instant): Saved<Settings> {
  const assignments = before.state.assignments.filter(({ id }) => id !== assigned.assignmentId);
  return { before, after: { ...before.state, assignments, updatedAt: now } };
}

/** The list with this as its assignment for all meetings: in its place where it is the same one, else at the end. */
export const withGeneralAssignment = <One extends AssignedSettings>(list: readonly One[], one: One): readonly One[] =>
  list.some(({ assignmentId }) => assignmentId === one.assignmentId)
    ? list.map((other) => (other.assignmentId === one.assignmentId ? one : other))
    : [...list.filter(({ category }) => category !== 'always'), one];
