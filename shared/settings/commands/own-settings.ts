import type { Loaded } from '#shared/core/store';
import type { SettingsStore } from '#shared/events/ports/stores';
import type { Settings } from '#shared/settings/rules/settings';
import type { Choice } from '#shared/workspaces/rules/workspace';

/** The choice about all meetings of the workspace or member: the one that its policy writes. */
export const generalChoice = (choices: readonly Choice[]): Choice | undefined =>
  choices.find(({ category }) => category === 'always');

/** The settings that a scope chose for all its meetings. */
export async function readOwnSettings(
  settings: Pick<SettingsStore, 'find'>,
  choices: readonly Choice[] = [],
): Promise<Loaded<Settings> | undefined> {
  const choice = generalChoice(choices);
  return choice && settings.find(choice.settingsId);
}
