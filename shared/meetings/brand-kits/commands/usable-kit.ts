import { idOf, type WorkspaceId } from '#shared/foundation/core/ids';
import type { Table } from '#shared/foundation/core/table';
import {
  type BrandKit,
  type Identities,
  type Identity,
  identityIn,
  isFor,
} from '#shared/meetings/brand-kits/rules/brand-kit';
import { unusableKit } from '#shared/meetings/brand-kits/rules/unusable-kit';
import { brandKits } from '#shared/meetings/brand-kits/store';
import type { EffectiveValues, SettingValues } from '#shared/meetings/settings/rules/settings';

/** What settings name as brand kit. `none` is known to be right; a `brk_` id is read along with the key. */
interface NamedKit {
  readonly isNamed: boolean;
  readonly kit: BrandKit | undefined;
}

export async function loadNamedKit(table: Table, named: string | null | undefined): Promise<NamedKit> {
  const id = idOf('brk', named);
  return { isNamed: id !== undefined, kit: id && (await brandKits.find(table, id))?.state };
}

/** Refuses a kit that settings of the workspace may not choose like an unknown one. */
export function refuseForeignKit({ isNamed, kit }: NamedKit, workspace: WorkspaceId): void {
  if (isNamed && !(kit && isFor(kit, workspace))) throw unusableKit();
}

/**
 * What bots are called and say by the kits that a workspace's choices name: members and meetings choose none. One round
 * trip more than without a kit.
 */
export async function identitiesIn(
  table: Table,
  workspaceLayers: readonly { readonly values: SettingValues }[],
): Promise<Identities> {
  const ids = [...new Set(workspaceLayers.flatMap(({ values }) => idOf('brk', values['branding.brand_kit_id']) ?? []))];
  const rows = await Promise.all(ids.map((id) => brandKits.find(table, id)));
  const byId = new Map<string, (typeof rows)[number]>(ids.map((id, at) => [id, rows[at]]));
  return (kit) => identityIn(byId.get(kit)?.state);
}

/** The same for one meeting, by its effective settings. */
export async function identityBy(
  table: Table,
  values: Pick<EffectiveValues, 'branding.brand_kit_id'>,
): Promise<Identity> {
  return (await identitiesIn(table, [{ values }]))(values['branding.brand_kit_id']);
}
