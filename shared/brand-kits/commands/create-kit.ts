import { copyImages } from '#shared/brand-kits/commands/copy-images';
import { type BrandKit, PLAIN_LOOK } from '#shared/brand-kits/rules/brand-kit';
import { type KitPatch, kitAfter, placeholderCopies, placesToCopy } from '#shared/brand-kits/rules/patch-kit';
import { brandKits } from '#shared/brand-kits/store';
import type { WorkspaceId } from '#shared/core/ids';
import type { FileContext } from '#shared/files/ports/file-storage';
import { files } from '#shared/files/store';

interface NewKit {
  readonly workspaceId: WorkspaceId;
  readonly workspaceIds: readonly WorkspaceId[];
  readonly patch: KitPatch;
}

/** Creates a kit with copies of its images. It builds on no state, so it loses no race and is not retried. */
export const createKit =
  (context: FileContext) =>
  async ({ workspaceId, workspaceIds, patch }: NewKit): Promise<BrandKit> => {
    const at = context.clock.now();
    const empty: BrandKit = {
      ...PLAIN_LOOK,
      id: context.ids.make('brk'),
      workspaceId,
      workspaceIds,
      name: null,
      images: {},
      metadata: {},
      createdAt: at,
      updatedAt: at,
    };
    const wanted = placesToCopy(empty, patch);
    // Validates before any byte is copied.
    kitAfter(empty, patch, { workspaceIds, copies: placeholderCopies(wanted) });
    const { images: copies, rows } = await copyImages(context, empty, wanted, at);
    const kit = kitAfter(empty, patch, { workspaceIds, copies });
    const writes = [brandKits.put(undefined, kit), ...rows.map((row) => files.put(undefined, row))];
    await context.changes.save({ at, writes, result: kit });
    return kit;
  };
