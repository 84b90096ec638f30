import { type Copies, copyImages } from '#shared/brand-kits/commands/copy-images';
import { unsetBrandKit } from '#shared/brand-kits/commands/unset-brand-kit';
import { type BrandKit, copiesOf } from '#shared/brand-kits/rules/brand-kit';
import { identityIn } from '#shared/brand-kits/rules/kit-identity';
import { type KitPatch, kitAfter, placeholderCopies, placesToCopy } from '#shared/brand-kits/rules/patch-kit';
import { brandKits } from '#shared/brand-kits/store';
import { command } from '#shared/commands/command';
import type { BrandKitId, WorkspaceId } from '#shared/core/ids';
import { notFound } from '#shared/core/refusal';
import { isSame } from '#shared/core/same';
import type { Job } from '#shared/events/rules/domain-event';
import { removeBytes } from '#shared/files/commands/delete-file';
import type { FileContext } from '#shared/files/ports/file-storage';
import { files, removeFile } from '#shared/files/store';
import { propagateToWorkspace } from '#shared/settings/rules/propagation';

interface KitChange {
  readonly patch: KitPatch;
  /** The workspaces that it is shared with afterwards, given those that it is shared with now. */
  readonly sharedAfter: (now: readonly WorkspaceId[]) => readonly WorkspaceId[];
}

/** Applies a patch to the newest state of a kit. Nothing new writes nothing. */
export const updateKit =
  (context: FileContext) =>
  async (id: BrandKitId, change: KitChange): Promise<BrandKit> => {
    const copies = await copiesFor(context, id, change);
    const { kit, replaced } = await saveKit(context)(id, change, copies);
    await removeBytes(context.files, kit.workspaceId, replaced);
    return kit;
  };

async function copiesFor(context: FileContext, id: BrandKitId, { patch, sharedAfter }: KitChange): Promise<Copies> {
  const kit = (await brandKits.find(context.table, id))?.state;
  if (!kit) throw notFound(brandKits.noun);
  const wanted = placesToCopy(kit, patch);
  // Validates before any byte is copied.
  kitAfter(kit, patch, { workspaceIds: sharedAfter(kit.workspaceIds), copies: placeholderCopies(wanted) });
  return copyImages(context, kit, wanted, context.clock.now());
}

const saveKit = command(async (context, id: BrandKitId, { patch, sharedAfter }: KitChange, copies: Copies) => {
  const before = await brandKits.find(context.table, id);
  if (!before) throw notFound(brandKits.noun);
  const workspaceIds = sharedAfter(before.state.workspaceIds);
  const changed = kitAfter(before.state, patch, { workspaceIds, copies: copies.images });
  if (isSame(before.state, changed)) return { kit: before.state, replaced: [] };
  const ended = sharingEnded(before.state, changed);
  const unset =
    ended.length > 0
      ? await unsetBrandKit(context, id, (workspace) => ended.includes(workspace))
      : { writes: [], jobs: [] };
  const at = context.clock.now();
  const after = { ...changed, updatedAt: at };
  const kept = copiesOf(after);
  const replaced = copiesOf(before.state).filter((copy) => !kept.includes(copy));
  const newFiles = copies.rows.filter((row) => kept.includes(row.id)).map((row) => files.put(undefined, row));
  await context.changes.save({
    at,
    writes: [brandKits.put(before, after), ...newFiles, replaced.map(removeFile), ...unset.writes],
    jobs: [...unset.jobs, ...propagations(before.state, after)],
    result: after,
  });
  return { kit: after, replaced };
});

/** Workspaces whose settings may not use the kit any more. */
const sharingEnded = (before: BrandKit, after: BrandKit): readonly WorkspaceId[] =>
  before.workspaceIds.filter((id) => !after.workspaceIds.includes(id) && id !== before.workspaceId);

/** Waiting bots follow the kit: their meetings are reconciled if it changes their name or message. */
function propagations(before: BrandKit, after: BrandKit): readonly Job[] {
  if (isSame(identityIn(before), identityIn(after))) return [];
  return [...new Set([after.workspaceId, ...after.workspaceIds])].map(propagateToWorkspace);
}
