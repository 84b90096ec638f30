import {
  CHOOSERS_AT_ONCE,
  type ChoosersNeeds,
  chooseNoMore,
  readChoosers,
} from '#shared/brand-kits/commands/choose-no-more';
import { type Copies, type CopyNeeds, copyImages, type NamedFiles } from '#shared/brand-kits/commands/copy-images';
import { type BrandKit, copiesOf } from '#shared/brand-kits/rules/brand-kit';
import { identityIn } from '#shared/brand-kits/rules/kit-identity';
import { type KitPatch, kitAfter, placesToCopy, pretended } from '#shared/brand-kits/rules/patch-kit';
import type { ChangeStore, Changes } from '#shared/commands/changes';
import { withRetry } from '#shared/commands/with-retry';
import type { Backoff } from '#shared/core/backoff';
import type { Clock } from '#shared/core/clock';
import type { WorkspaceId } from '#shared/core/ids';
import { notFound } from '#shared/core/refusal';
import { isSame } from '#shared/core/same';
import type { Loaded } from '#shared/core/store';
import type { Instant } from '#shared/core/time';
import { fileKeyOf } from '#shared/files/rules/stored-file';
import { propagateToWorkspace } from '#shared/settings/rules/propagation';
import type { Settings } from '#shared/settings/rules/settings';

interface Needs extends CopyNeeds, ChoosersNeeds {
  readonly changes: ChangeStore;
  readonly clock: Clock;
  readonly backoff: Backoff;
}

interface WantedKit {
  readonly patch: KitPatch;
  /** Whom it is shared with then, of those whom it is shared with now. */
  readonly sharedAfter: (now: readonly WorkspaceId[]) => readonly WorkspaceId[];
}

interface SeenKit {
  readonly kit: Loaded<BrandKit>;
  readonly files: NamedFiles;
  /** Settings that choose it, where it is to be shared otherwise. */
  readonly choosers: readonly Loaded<Settings>[];
}

/** Writes what was sent over the newest of the kit. Nothing new writes nothing. */
export const updateKit =
  (needs: Needs) =>
  async (seen: SeenKit, wanted: WantedKit): Promise<BrandKit> => {
    const copies = await copiesFor(needs, seen, wanted);
    return withRetry(needs, async (round) => {
      const before = round === 0 ? seen.kit : await needs.kits.find(seen.kit.state.id);
      if (!before) throw notFound('brand kit');
      const workspaceIds = wanted.sharedAfter(before.state.workspaceIds);
      const after = kitAfter(before.state, wanted.patch, { workspaceIds, copies: copies.images });
      if (isSame(before.state, after)) return before.state;
      const choosers = await takenFrom(needs, before.state, after, round === 0 ? allOf(seen.choosers) : undefined);
      const at = needs.clock.now();
      return save(needs, { before, after: { ...after, updatedAt: at } }, copies, choosers, at);
    });
  };

async function copiesFor(needs: Needs, { kit, files }: SeenKit, { patch, sharedAfter }: WantedKit): Promise<Copies> {
  const { state } = kit;
  const wanted = placesToCopy(state, patch);
  // Refused before a byte is copied.
  kitAfter(state, patch, { workspaceIds: sharedAfter(state.workspaceIds), copies: pretended(wanted) });
  return copyImages(needs, state, wanted, files, needs.clock.now());
}

/** Undefined where there may be more than were read. */
const allOf = (choosers: readonly Loaded<Settings>[]) => (choosers.length < CHOOSERS_AT_ONCE ? choosers : undefined);

/** Settings of workspaces that the kit is taken from; what one transaction does not hold is changed before it. */
async function takenFrom(
  needs: Needs,
  before: BrandKit,
  after: BrandKit,
  seen: readonly Loaded<Settings>[] | undefined,
): Promise<readonly Loaded<Settings>[]> {
  const gone = before.workspaceIds.filter((id) => !after.workspaceIds.includes(id) && id !== before.workspaceId);
  if (gone.length === 0) return [];
  const isOf = ({ workspaceId }: { readonly workspaceId: WorkspaceId }) => gone.includes(workspaceId);
  for (let some = seen; ; some = undefined) {
    const choosers = (some ?? (await readChoosers(needs, before.id, isOf))).filter(({ state }) => isOf(state));
    if (choosers.length < CHOOSERS_AT_ONCE) return choosers;
    const at = needs.clock.now();
    await needs.changes.save({ at, ...chooseNoMore(choosers, at) });
  }
}

async function save(
  needs: Needs,
  kit: { readonly before: Loaded<BrandKit>; readonly after: BrandKit },
  copies: Copies,
  choosers: readonly Loaded<Settings>[],
  at: Instant,
): Promise<BrandKit> {
  const { before, after } = kit;
  const kept = copiesOf(after);
  const replaced = copiesOf(before.state).filter((id) => !kept.includes(id));
  const { settings = [], jobs = [] } = chooseNoMore(choosers, at);
  await needs.changes.save({
    at,
    brandKits: [kit],
    files: copies.rows.filter(({ id }) => kept.includes(id)),
    removedFiles: replaced,
    settings,
    jobs: [...jobs, ...followers(before.state, after)],
  });
  const { workspaceId } = after;
  await Promise.all(replaced.map((id) => needs.files.remove(fileKeyOf({ workspaceId, id }))));
  return after;
}

/** Bots that wait are called as the kit says: their meetings follow where it says something else. */
function followers(before: BrandKit, after: BrandKit): NonNullable<Changes['jobs']> {
  if (isSame(identityIn(before), identityIn(after))) return [];
  return [...new Set([after.workspaceId, ...after.workspaceIds])].map(propagateToWorkspace);
}
