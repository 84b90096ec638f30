import type { SettingsStore } from '#shared/events/ports/stores';
import { layersOf } from '#shared/settings/commands/layers-of';
import { readOwnSettings } from '#shared/settings/commands/own-settings';
import type { DroppedChoices } from '#shared/settings/rules/dropped-choices';
import { type Layer, type Resolved, resolveForScope } from '#shared/settings/rules/resolve-settings';
import type { Choice } from '#shared/workspaces/rules/workspace';

interface Chooser {
  readonly choices: readonly Choice[];
}

/** What applies to a scope, with every choice it was reckoned from. */
export interface EffectiveSettings extends Resolved {
  /** The member's, empty for a workspace's own view. */
  readonly memberLayers: readonly Layer[];
  readonly workspaceLayers: readonly Layer[];
  /** What only older versions show of it, from the closest who wrote it. */
  readonly dropped: DroppedChoices;
}

/**
 * The effective settings of a member, or of the workspace where no member is given. The rows behind the choices cost
 * one round trip, however many members are asked about at the same moment.
 */
export async function effectiveFor(
  settings: Pick<SettingsStore, 'find'>,
  workspace: Chooser,
  member?: Chooser,
): Promise<EffectiveSettings> {
  const [workspaceLayers, memberLayers, ...own] = await Promise.all([
    layersOf(settings, workspace.choices),
    layersOf(settings, member?.choices ?? []),
    readOwnSettings(settings, workspace.choices),
    readOwnSettings(settings, member?.choices),
  ]);
  const dropped = Object.assign({}, ...own.map((one) => one?.state.dropped));
  return { ...resolveForScope([...memberLayers, ...workspaceLayers]), memberLayers, workspaceLayers, dropped };
}
