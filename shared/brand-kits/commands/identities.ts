import { type Identities, type Identity, identityIn } from '#shared/brand-kits/rules/kit-identity';
import { idOf } from '#shared/core/ids';
import type { BrandKitStore } from '#shared/events/ports/stores';
import type { EffectiveValues, SettingValues } from '#shared/settings/rules/setting-values';

/**
 * What bots are called and say by the kits that a workspace's choices name: members and meetings choose none. One round
 * trip more than without a kit.
 */
export async function identitiesIn(
  kits: Pick<BrandKitStore, 'find'>,
  workspaceLayers: readonly { readonly values: SettingValues }[],
): Promise<Identities> {
  const ids = [...new Set(workspaceLayers.flatMap(({ values }) => idOf('brk', values['branding.brand_kit_id']) ?? []))];
  const rows = await Promise.all(ids.map((id) => kits.find(id)));
  const byId = new Map<string, (typeof rows)[number]>(ids.map((id, at) => [id, rows[at]]));
  return (kit) => identityIn(byId.get(kit)?.state);
}

/** The same for one meeting, by its effective settings. */
export async function identityBy(
  kits: Pick<BrandKitStore, 'find'>,
  values: Pick<EffectiveValues, 'branding.brand_kit_id'>,
): Promise<Identity> {
  return (await identitiesIn(kits, [{ values }]))(values['branding.brand_kit_id']);
}
