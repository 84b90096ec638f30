import { layersOf } from '#shared/commands/settings/layers-of';
import { type Layer, type Resolved, resolveForScope } from '#shared/domain/settings/resolve-settings';
import type { Choice } from '#shared/domain/workspaces/workspace';
import type { SettingsStore } from '#shared/ports/stores';

interface Chooser {
  readonly choices: readonly Choice[];
}

/** What applies to a scope, with every choice it was reckoned from. */
export interface EffectiveSettings extends Resolved {
  /** The member's, empty for a workspace's own view. */
  readonly memberLayers: readonly Layer[];
  readonly workspaceLayers: readonly Layer[];
}

/**
 * The effective settings of a member, or of the workspace where no member is given. The rows behind the choices cost
 * one round trip, however many members are asked about at the same moment.
 */
export async function effectiveFor(
  settings: SettingsStore,
  workspace: Chooser,
  member?: Chooser,
): Promise<EffectiveSettings> {
  const [workspaceLayers, memberLayers] = await Promise.all([
    layersOf(settings, workspace.choices),
    layersOf(settings, member?.choices ?? []),
  ]);
  return { ...resolveForScope([...memberLayers, ...workspaceLayers]), memberLayers, workspaceLayers };
}
