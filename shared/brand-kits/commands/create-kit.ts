import { type CopyNeeds, copyImages, type NamedFiles } from '#shared/brand-kits/commands/copy-images';
import { type BrandKit, PLAIN_LOOK } from '#shared/brand-kits/rules/brand-kit';
import { type KitPatch, kitAfter, placesToCopy, pretended } from '#shared/brand-kits/rules/patch-kit';
import type { Clock } from '#shared/core/clock';
import type { WorkspaceId } from '#shared/core/ids';
import type { ChangeStore } from '#shared/events/ports/changes';
import { type Keep, keepNothing } from '#shared/events/ports/kept-answers';

interface Needs extends CopyNeeds {
  readonly changes: ChangeStore;
  readonly clock: Clock;
}

interface NewKit {
  readonly workspaceId: WorkspaceId;
  readonly workspaceIds: readonly WorkspaceId[];
  readonly patch: KitPatch;
}

/** Makes a kit with its own copies of the images it was given. It builds on nothing that anybody could change meanwhile. */
export const createKit =
  (needs: Needs) =>
  async (
    { workspaceId, workspaceIds, patch }: NewKit,
    named: NamedFiles,
    keep: Keep<BrandKit> = keepNothing,
  ): Promise<BrandKit> => {
    const at = needs.clock.now();
    const empty: BrandKit = {
      ...PLAIN_LOOK,
      id: needs.ids.make('brk'),
      workspaceId,
      workspaceIds,
      name: null,
      images: {},
      metadata: {},
      createdAt: at,
      updatedAt: at,
    };
    const wanted = placesToCopy(empty, patch);
    // Refused before a byte is copied.
    kitAfter(empty, patch, { workspaceIds, copies: pretended(wanted) });
    const copies = await copyImages(needs, empty, wanted, named, at);
    const kit = kitAfter(empty, patch, { workspaceIds, copies: copies.images });
    await needs.changes.save({
      at,
      brandKits: [{ before: undefined, after: kit }],
      files: copies.rows,
      answer: await keep(kit),
    });
    return kit;
  };
