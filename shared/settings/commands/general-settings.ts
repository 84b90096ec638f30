import type { Loaded } from '#shared/core/store';
import type { SettingsStore } from '#shared/events/ports/stores';
import type { Settings } from '#shared/settings/rules/settings';
import type { AssignedSettings } from '#shared/workspaces/rules/workspace';

/** The choice about all meetings of the workspace or member: the one that its policy writes. */
export const generalAssignment = (choices: readonly AssignedSettings[]): AssignedSettings | undefined =>
  choices.find(({ category }) => category === 'always');

/** The settings that a scope chose for all its meetings. */
export async function findGeneralSettings(
  settings: Pick<SettingsStore, 'find'>,
  choices: readonly AssignedSettings[] = [],
): Promise<Loaded<Settings> | undefined> {
  const choice = generalAssignment(choices);
  return choice && settings.find(choice.settingsId);
}
