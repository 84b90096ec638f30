import { type BrandKit, isFor } from '#shared/brand-kits/rules/brand-kit';
import { idOf, type WorkspaceId } from '#shared/core/ids';
import { unprocessable } from '#shared/core/refusal';
import type { BrandKitStore } from '#shared/events/ports/stores';

/** What settings name as brand kit. `none` is known to be right; a `brk_` id is read along with the key. */
export interface NamedKit {
  readonly isNamed: boolean;
  readonly kit: BrandKit | undefined;
}

export async function readNamedKit(
  kits: Pick<BrandKitStore, 'find'>,
  named: string | null | undefined,
): Promise<NamedKit> {
  const id = idOf('brk', named);
  return { isNamed: id !== undefined, kit: id && (await kits.find(id))?.state };
}

/** Refuses a kit that is not shared with the workspace like an unknown one. */
export function refuseForeignKit({ isNamed, kit }: NamedKit, workspace: WorkspaceId): void {
  if (isNamed && !(kit && isFor(kit, workspace)))
    throw unprocessable(
      'branding.brand_kit_id',
      'unusable_setting',
      'branding.brand_kit_id must be none, or the id of a brand kit of the workspace.',
    );
}
