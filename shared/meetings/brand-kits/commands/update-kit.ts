import { propagateToWorkspace } from '#shared/accounts/workspaces/rules/propagate-to-workspace';
import { command } from '#shared/foundation/commands/command';
import type { CommandContext } from '#shared/foundation/commands/context';
import type { BrandKitId, WorkspaceId } from '#shared/foundation/core/ids';
import { isSame } from '#shared/foundation/core/json';
import { notFound } from '#shared/foundation/core/refusal';
import type { Job } from '#shared/foundation/events/rules/domain-event';
import { removeBytes } from '#shared/foundation/files/commands/files';
import type { FileContext } from '#shared/foundation/files/ports';
import { files, removeFile } from '#shared/foundation/files/store';
import { nextUse, useChanges } from '#shared/meetings/brand-kits/commands/change-use';
import { type Copies, withCopies } from '#shared/meetings/brand-kits/commands/copy-images';
import { type BrandKit, copiesOf, identityIn } from '#shared/meetings/brand-kits/rules/brand-kit';
import { type KitPatch, kitAfter, placeholderCopies, placesToCopy } from '#shared/meetings/brand-kits/rules/patch-kit';
import { brandKits } from '#shared/meetings/brand-kits/store';

interface KitChange {
  readonly patch: KitPatch;
  /** The workspaces that use it afterwards, given those that use it now. */
  readonly sharedAfter: (now: readonly WorkspaceId[]) => readonly WorkspaceId[];
}

/** Applies a patch to the newest state of a kit. Nothing new writes nothing. */
export const updateKit =
  (context: FileContext) =>
  async (id: BrandKitId, change: KitChange): Promise<BrandKit> => {
    const { owner, wanted } = await validated(context, id, change);
    const { kit, replaced } = await withCopies(context, owner, {
      wanted,
      uses: [],
      now: context.clock.now(),
      async save(copies) {
        await approachUse(context)(id, change.sharedAfter);
        return saveKit(context)(id, change, copies);
      },
    });
    await removeBytes(context.files, kit.workspaceId, replaced);
    return kit;
  };

/**
 * Changes the use by so many workspaces that one transaction can do the rest. Each transaction leaves the kit and the
 * settings of its workspaces saying the same.
 */
export const approachUse =
  (context: CommandContext) =>
  async (id: BrandKitId, wanted: KitChange['sharedAfter']): Promise<void> => {
    while (!(await oneStep(context)(id, wanted)));
  };

const oneStep = command(async (context, id: BrandKitId, wanted: KitChange['sharedAfter']): Promise<boolean> => {
  const before = await brandKits.find(context.table, id);
  if (!before) throw notFound(brandKits.noun);
  const { workspaceIds: now } = before.state;
  const next = nextUse(now, wanted(now));
  if (isSame(next, wanted(now))) return true;
  const at = context.clock.now();
  const { writes, jobs } = await useChanges(context, before.state, { before: now, after: next }, at);
  const after = { ...before.state, workspaceIds: next, updatedAt: at };
  await context.changes.save({ at, writes: [brandKits.put(before, after), ...writes], jobs });
  return false;
});

/** The kit, and the places that need a copy. Validates before any byte is copied. */
async function validated(context: FileContext, id: BrandKitId, { patch, sharedAfter }: KitChange) {
  const kit = (await brandKits.find(context.table, id))?.state;
  if (!kit) throw notFound(brandKits.noun);
  const wanted = placesToCopy(kit, patch);
  kitAfter(kit, patch, { workspaceIds: sharedAfter(kit.workspaceIds), copies: placeholderCopies(wanted) });
  return { owner: kit, wanted };
}

const saveKit = command(async (context, id: BrandKitId, { patch, sharedAfter }: KitChange, copies: Copies) => {
  const before = await brandKits.find(context.table, id);
  if (!before) throw notFound(brandKits.noun);
  const workspaceIds = sharedAfter(before.state.workspaceIds);
  const changed = kitAfter(before.state, patch, { workspaceIds, copies: copies.images });
  if (isSame(before.state, changed)) return { kit: before.state, replaced: [] };
  const at = context.clock.now();
  const after = { ...changed, updatedAt: at };
  const uses = { before: before.state.workspaceIds, after: workspaceIds };
  const use = await useChanges(context, before.state, uses, at);
  const kept = copiesOf(after);
  const replaced = copiesOf(before.state).filter((copy) => !kept.includes(copy));
  const newFiles = copies.rows.filter((row) => kept.includes(row.id)).map((row) => files.put(undefined, row));
  await context.changes.save({
    at,
    writes: [brandKits.put(before, after), ...newFiles, replaced.map(removeFile), ...use.writes],
    jobs: [...use.jobs, ...propagations(before.state, after)],
    result: after,
  });
  return { kit: after, replaced };
});

/** Waiting bots follow the kit: their meetings are reconciled if it changes their name or message. */
function propagations(before: BrandKit, after: BrandKit): readonly Job[] {
  if (isSame(identityIn(before), identityIn(after))) return [];
  return [...new Set([after.workspaceId, ...after.workspaceIds])].map(propagateToWorkspace);
}
