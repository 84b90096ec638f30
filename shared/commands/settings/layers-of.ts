import type { Layer } from '#shared/domain/settings/resolve-settings';
import type { Choice } from '#shared/domain/workspaces/workspace';
import type { SettingsStore } from '#shared/ports/stores';

/** The values behind some choices; settings that went in between choose nothing. */
export async function layersOf(
  settings: Pick<SettingsStore, 'find'>,
  choices: readonly Choice[],
): Promise<readonly Layer[]> {
  const rows = await Promise.all(choices.map((choice) => settings.find(choice.settingsId)));
  return choices.flatMap(({ assignmentId, settingsId, category }, at) => {
    const row = rows[at];
    return row ? [{ assignmentId, settingsId, category, values: row.state.values }] : [];
  });
}
