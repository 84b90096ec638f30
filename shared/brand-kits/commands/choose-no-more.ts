import type { Changes } from '#shared/commands/changes';
import type { BrandKitId } from '#shared/core/ids';
import type { Loaded } from '#shared/core/store';
import type { Instant } from '#shared/core/time';
import type { BrandKitStore, KitChooser, SettingsStore } from '#shared/events/ports/stores';
import { propagateToScopes } from '#shared/settings/rules/propagation';
import type { Settings } from '#shared/settings/rules/settings';

export interface ChoosersNeeds {
  readonly kits: BrandKitStore;
  readonly settings: Pick<SettingsStore, 'find'>;
}

/**
 * Each is two rows and a job of a transaction, which holds 100: beside them a kit may change the entries of 40 workspaces
 * and six copies of images, and call for 21 jobs.
 */
export const CHOOSERS_AT_ONCE = 10;

/** The settings that choose a kit, as they stand, some of them where there are many. */
export async function readChoosers(
  { kits, settings }: ChoosersNeeds,
  kit: BrandKitId,
  of: (chooser: KitChooser) => boolean = () => true,
): Promise<readonly Loaded<Settings>[]> {
  const choosers = (await kits.choosers(kit)).filter(of);
  const rows = await Promise.all(choosers.map(({ settingsId }) => settings.find(settingsId)));
  return rows
    .flatMap((row) => (row?.state.values['branding.brand_kit_id'] === kit ? [row] : []))
    .slice(0, CHOOSERS_AT_ONCE);
}

/** Settings that choose the kit no more, so that those they are for return to the default branding. */
export function chooseNoMore(choosers: readonly Loaded<Settings>[], at: Instant): Pick<Changes, 'settings' | 'jobs'> {
  return {
    settings: choosers.map((before) => {
      const { 'branding.brand_kit_id': _kit, ...values } = before.state.values;
      return { before, after: { ...before.state, values, updatedAt: at } };
    }),
    jobs: choosers.flatMap(({ state: { workspaceId, assignments } }) =>
      propagateToScopes(
        workspaceId,
        assignments.map(({ scope }) => scope),
      ),
    ),
  };
}
