import type { AssignedSettings } from '#shared/accounts/workspaces/rules/workspace';
import type { AssignmentId, SettingsId, WorkspaceId } from '#shared/foundation/core/ids';
import type { Loaded, Saved } from '#shared/foundation/core/store';
import type { Instant } from '#shared/foundation/core/time';
import type { Meeting } from '#shared/meetings/meetings/rules/meeting';
import type { SettingsLayer, SettingsLayers } from '#shared/meetings/settings/rules/resolve-settings';
import type { ScopeOwner, Settings, SettingsAssignment, SettingValues } from '#shared/meetings/settings/rules/settings';

/** Rows of settings and assignments that a decision changes. */
export interface SettingsChanges {
  readonly settings: readonly Saved<Settings>[];
  readonly assignments: readonly Saved<SettingsAssignment>[];
  readonly removedAssignments: readonly AssignmentId[];
}

/** A workspace, member or meeting, with the settings that it has for all its meetings. */
interface SettingsOwner {
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

/** A meeting's own settings after a change: the layers of the meeting, and the rows that are saved. */
export interface MeetingOverride extends SettingsChanges {
  readonly layers: SettingsLayers;
  readonly settingsId: SettingsId;
}

/** The layer of the meeting's own settings. */
export const overrideLayer = (meeting: Meeting): SettingsLayer | undefined =>
  generalAssignment(meeting.settings.layers.own);

/** Adds values to the meeting's own settings, which are created where it has none. `stored` is their row, if any. */
export const extendOverride = (
  meeting: Meeting,
  values: SettingValues,
  stored: Loaded<Settings> | undefined,
  fresh: Fresh,
): MeetingOverride => replaceOverride(meeting, { ...stored?.state.values, ...values }, stored, fresh);

/** Makes these values, all of them and no other, the meeting's own settings. */
export function replaceOverride(
  meeting: Meeting,
  values: SettingValues,
  stored: Loaded<Settings> | undefined,
  fresh: Fresh,
): MeetingOverride {
  const { id, workspaceId, settings } = meeting;
  const { layers } = settings;
  const assigned = overrideLayer(meeting);
  const { dropped } = stored?.state ?? {};
  const content = { values, ...(dropped && { dropped }) };
  const written = writeOwnSettings({ workspaceId, owner: { type: 'meeting', id }, assigned, stored }, content, fresh);
  const { own, assigned: now, ...changes } = written;
  const { assignmentId, settingsId } = now;
  const layer: SettingsLayer = { assignmentId, settingsId, category: 'always', values };
  return { ...changes, settingsId: own.id, layers: { ...layers, own: withGeneralAssignment(layers.own, layer) } };
}
