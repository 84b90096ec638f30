import type { SettingsId } from '#shared/core/ids';
import type { Loaded } from '#shared/core/store';
import type { Meeting } from '#shared/meetings/rules/meeting';
import {
  type Fresh,
  generalAssignment,
  type SettingsChanges,
  withGeneralAssignment,
  writeOwnSettings,
} from '#shared/settings/rules/own-settings';
import type { SettingsLayer, SettingsLayers } from '#shared/settings/rules/resolve-settings';
import type { SettingValues } from '#shared/settings/rules/setting-values';
import type { Settings } from '#shared/settings/rules/settings';

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
