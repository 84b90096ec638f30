import type { AssignmentId, SettingsId } from '#shared/core/ids';
import type { Loaded, Saved } from '#shared/core/store';
import type { Instant } from '#shared/core/time';
import type { Meeting } from '#shared/meetings/rules/meeting';
import type { SettingsLayer, SettingsLayers } from '#shared/settings/rules/resolve-settings';
import type { SettingValues } from '#shared/settings/rules/setting-values';
import type { Settings, SettingsAssignment } from '#shared/settings/rules/settings';

/** A meeting's own choice after it was added to: its layers, and the rows in which it is kept. */
export interface MeetingOverride {
  readonly layers: SettingsLayers;
  readonly settingsId: SettingsId;
  readonly settings: readonly Saved<Settings>[];
  readonly assignments: readonly Saved<SettingsAssignment>[];
  readonly removedAssignments: readonly AssignmentId[];
}

/** The layer that the meeting's own choice about all of it stands in. */
export const overrideLayer = (meeting: Meeting): SettingsLayer | undefined =>
  meeting.settings.layers.own.find((layer) => layer.category === 'always');

/** Adds values to the meeting's own choice; made for it where it has none. `kept` is its settings row, when it has. */
export const extendOverride = (
  meeting: Meeting,
  values: SettingValues,
  kept: Loaded<Settings> | undefined,
  fresh: Fresh,
): MeetingOverride => replaceOverride(meeting, { ...kept?.state.values, ...values }, kept, fresh);

/** Makes these values, all of them and no other, the meeting's own choice. */
export function replaceOverride(
  meeting: Meeting,
  values: SettingValues,
  kept: Loaded<Settings> | undefined,
  fresh: Fresh,
): MeetingOverride {
  const { layers } = meeting.settings;
  const own = overrideLayer(meeting);
  if (own && kept && kept.state.assignments.length > 1) return split(meeting, own, values, kept, fresh);
  if (own && kept) {
    return {
      layers: { ...layers, own: layers.own.map((layer) => (layer === own ? { ...own, values } : layer)) },
      settingsId: own.settingsId,
      settings: [{ before: kept, after: { ...kept.state, values, updatedAt: fresh.now } }],
      assignments: [],
      removedAssignments: [],
    };
  }
  return firstChoice(meeting, values, fresh);
}

/** Settings that others are assigned too stay as they are for them: the meeting gets its own. */
function split(
  meeting: Meeting,
  own: SettingsLayer,
  values: SettingValues,
  shared: Loaded<Settings>,
  fresh: Fresh,
): MeetingOverride {
  const choice = firstChoice(meeting, values, fresh);
  const assignments = shared.state.assignments.filter(({ id }) => id !== own.assignmentId);
  const after = { ...shared.state, assignments, updatedAt: fresh.now };
  return {
    ...choice,
    settings: [...choice.settings, { before: shared, after }],
    removedAssignments: [own.assignmentId],
  };
}

interface Fresh {
  readonly settingsId: SettingsId;
  readonly assignmentId: AssignmentId;
  readonly now: Instant;
}

function firstChoice(
  meeting: Meeting,
  values: SettingValues,
  { settingsId, assignmentId, now }: Fresh,
): MeetingOverride {
  const scope = { owner: { type: 'meeting', id: meeting.id }, category: 'always' } as const;
  const stamps = { workspaceId: meeting.workspaceId, createdAt: now, updatedAt: now };
  const layer: SettingsLayer = { assignmentId, settingsId, category: 'always', values };
  const others = meeting.settings.layers.own.filter(({ category }) => category !== 'always');
  return {
    layers: { ...meeting.settings.layers, own: [...others, layer] },
    settingsId,
    settings: [
      { before: undefined, after: { id: settingsId, values, assignments: [{ id: assignmentId, scope }], ...stamps } },
    ],
    assignments: [{ before: undefined, after: { id: assignmentId, settingsId, scope, ...stamps } }],
    removedAssignments: [],
  };
}
