import type { SettingsStore } from '#shared/events/ports/stores';
import type { SettingsLayer } from '#shared/settings/rules/resolve-settings';
import type { AssignedSettings } from '#shared/workspaces/rules/workspace';

/** The values behind some choices; settings that went in between choose nothing. */
export async function loadLayers(
  settings: Pick<SettingsStore, 'find'>,
  choices: readonly AssignedSettings[],
): Promise<readonly SettingsLayer[]> {
  const rows = await Promise.all(choices.map((choice) => settings.find(choice.settingsId)));
  return choices.flatMap(({ assignmentId, settingsId, category }, at) => {
    const row = rows[at];
    return row ? [{ assignmentId, settingsId, category, values: row.state.values }] : [];
  });
}
