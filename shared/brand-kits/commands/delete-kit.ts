import { unsetBrandKit } from '#shared/brand-kits/commands/unset-brand-kit';
import { type BrandKit, copiesOf } from '#shared/brand-kits/rules/brand-kit';
import { brandKits } from '#shared/brand-kits/store';
import { command } from '#shared/commands/command';
import type { BrandKitId } from '#shared/core/ids';
import { notFound } from '#shared/core/refusal';
import { removeBytes } from '#shared/files/commands/delete-file';
import type { FileContext } from '#shared/files/ports/file-storage';
import { removeFile } from '#shared/files/store';

/**
 * Deletes a kit with its images and removes it from the settings that use it, in one transaction. Where more settings use
 * it than one transaction holds, the others are saved first; a crash in between leaves a kit that can be deleted again.
 */
export const deleteKit =
  (context: FileContext) =>
  async (id: BrandKitId): Promise<BrandKit> => {
    const deleted = await deleteRows(context)(id);
    await removeBytes(context.files, deleted.workspaceId, copiesOf(deleted));
    return deleted;
  };

const deleteRows = command(async (context, id: BrandKitId) => {
  const kit = await brandKits.find(context.table, id);
  if (!kit) throw notFound(brandKits.noun);
  const { writes, jobs } = await unsetBrandKit(context, id);
  await context.changes.save({
    at: context.clock.now(),
    writes: [brandKits.remove(kit), copiesOf(kit.state).map(removeFile), ...writes],
    jobs,
    result: kit.state,
  });
  return kit.state;
});
