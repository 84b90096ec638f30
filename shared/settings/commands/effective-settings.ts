import type { SettingsStore } from '#shared/events/ports/stores';
import { findGeneralSettings } from '#shared/settings/commands/general-settings';
import { loadLayers } from '#shared/settings/commands/load-layers';
import type { DroppedFields } from '#shared/settings/rules/dropped-fields';
import { type Resolved, resolveForScope, type SettingsLayer } from '#shared/settings/rules/resolve-settings';
import type { AssignedSettings } from '#shared/workspaces/rules/workspace';

interface Chooser {
  readonly choices: readonly AssignedSettings[];
}

/** What applies to a scope, with every choice it was reckoned from. */
export interface EffectiveSettings extends Resolved {
  /** The member's, empty for a workspace's own view. */
  readonly memberLayers: readonly SettingsLayer[];
  readonly workspaceLayers: readonly SettingsLayer[];
  /** What only older versions show of it, from the closest who wrote it. */
  readonly dropped: DroppedFields;
}

/**
 * The effective settings of a member, or of the workspace where no member is given. The rows behind the choices cost
 * one round trip, however many members are asked about at the same moment.
 */
export async function effectiveSettings(
  settings: Pick<SettingsStore, 'find'>,
  workspace: Chooser,
  member?: Chooser,
): Promise<EffectiveSettings> {
  const [workspaceLayers, memberLayers, ...own] = await Promise.all([
    loadLayers(settings, workspace.choices),
    loadLayers(settings, member?.choices ?? []),
    findGeneralSettings(settings, workspace.choices),
    findGeneralSettings(settings, member?.choices),
  ]);
  const dropped = Object.assign({}, ...own.map((one) => one?.state.dropped));
  return { ...resolveForScope([...memberLayers, ...workspaceLayers]), memberLayers, workspaceLayers, dropped };
}
