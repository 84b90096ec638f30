import { command } from '#shared/foundation/commands/command';
import type { WorkspaceId } from '#shared/foundation/core/ids';
import type { FileContext } from '#shared/foundation/files/ports';
import type { StoredFile } from '#shared/foundation/files/rules/stored-file';
import { files as fileRows } from '#shared/foundation/files/store';
import { nextUse, useChanges } from '#shared/meetings/brand-kits/commands/change-use';
import { withCopies } from '#shared/meetings/brand-kits/commands/copy-images';
import { updateKit } from '#shared/meetings/brand-kits/commands/update-kit';
import { type BrandKit, PLAIN_LOOK } from '#shared/meetings/brand-kits/rules/brand-kit';
import { type KitPatch, kitAfter, placeholderCopies, placesToCopy } from '#shared/meetings/brand-kits/rules/patch-kit';
import { brandKits } from '#shared/meetings/brand-kits/store';

interface NewKit {
  readonly workspaceId: WorkspaceId;
  readonly workspaceIds: readonly WorkspaceId[];
  readonly patch: KitPatch;
}

/** Creates a kit with copies of its images; the workspaces that it names use it from then on. */
export const createKit =
  (context: FileContext) =>
  async ({ workspaceId, workspaceIds, patch }: NewKit): Promise<BrandKit> => {
    const at = context.clock.now();
    const empty: BrandKit = {
      ...PLAIN_LOOK,
      id: context.ids.make('brk'),
      workspaceId,
      workspaceIds: [],
      name: null,
      images: {},
      metadata: {},
      createdAt: at,
      updatedAt: at,
    };
    const wanted = placesToCopy(empty, patch);
    // Validates before any byte is copied.
    kitAfter(empty, patch, { workspaceIds, copies: placeholderCopies(wanted) });
    const first = nextUse([], workspaceIds);
    const isWhole = first.length === workspaceIds.length;
    const kit = await withCopies(context, empty, {
      wanted,
      uses: [context.useOf('brand_kits', workspaceId, at)],
      now: at,
      async save({ images: copies, rows }) {
        const whole = kitAfter(empty, patch, { workspaceIds, copies });
        await saveNewKit(context)(isWhole ? whole : { ...whole, workspaceIds: first }, rows, isWhole);
        return whole;
      },
    });
    // The other workspaces follow in further transactions; the answer is recorded with the last.
    return isWhole ? kit : updateKit(context)(kit.id, { patch: NOTHING_MORE, sharedAfter: () => workspaceIds });
  };

const saveNewKit = command(async (context, kit: BrandKit, rows: readonly StoredFile[], isWhole: boolean) => {
  const { createdAt: at } = kit;
  const { writes, jobs } = await useChanges(context, kit, { before: [], after: kit.workspaceIds }, at);
  const files = rows.map((row) => fileRows.put(undefined, row));
  await context.changes.save({
    at,
    writes: [brandKits.put(undefined, kit), ...files, ...writes],
    jobs,
    ...(isWhole && { result: kit }),
  });
});

const NOTHING_MORE: KitPatch = { name: undefined, look: {}, images: {}, metadata: undefined };
