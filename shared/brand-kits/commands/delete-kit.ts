import {
  CHOOSERS_AT_ONCE,
  type ChoosersNeeds,
  chooseNoMore,
  readChoosers,
} from '#shared/brand-kits/commands/choose-no-more';
import { type BrandKit, copiesOf } from '#shared/brand-kits/rules/brand-kit';
import { againAfterLostRace } from '#shared/core/again-after-lost-race';
import type { Clock } from '#shared/core/clock';
import type { Patience } from '#shared/core/patience';
import { notFound } from '#shared/core/refusal';
import type { Loaded } from '#shared/core/store';
import type { ChangeStore } from '#shared/events/ports/changes';
import type { FileStorage } from '#shared/files/ports/file-storage';
import { fileKeyOf } from '#shared/files/rules/stored-file';
import type { Settings } from '#shared/settings/rules/settings';

interface Needs extends ChoosersNeeds {
  readonly files: FileStorage;
  readonly changes: ChangeStore;
  readonly clock: Clock;
  readonly patience: Patience;
}

interface SeenKit {
  readonly kit: Loaded<BrandKit>;
  readonly choosers: readonly Loaded<Settings>[];
}

/**
 * Takes the kit away with its images, and out of the settings that choose it, in one transaction; where more choose it
 * than one holds, those before the last are changed ahead of it, and a crash leaves a kit that can be deleted again.
 */
export const deleteKit =
  (needs: Needs) =>
  async (seen: SeenKit): Promise<BrandKit> => {
    const { id, workspaceId } = seen.kit.state;
    const gone = await againAfterLostRace(needs.patience, async (round) => {
      const kit = round === 0 ? seen.kit : await needs.kits.find(id);
      if (!kit) throw notFound('brand kit');
      const choosers = await lastChoosers(needs, kit.state, round === 0 ? seen.choosers : undefined);
      const at = needs.clock.now();
      await needs.changes.save({
        at,
        removedBrandKits: [kit],
        removedFiles: copiesOf(kit.state),
        ...chooseNoMore(choosers, at),
      });
      return kit.state;
    });
    await Promise.all(copiesOf(gone).map((copy) => needs.files.remove(fileKeyOf({ workspaceId, id: copy }))));
    return gone;
  };

async function lastChoosers(
  needs: Needs,
  { id }: BrandKit,
  seen: readonly Loaded<Settings>[] | undefined,
): Promise<readonly Loaded<Settings>[]> {
  for (let some = seen; ; some = undefined) {
    const choosers = some ?? (await readChoosers(needs, id));
    if (choosers.length < CHOOSERS_AT_ONCE) return choosers;
    const at = needs.clock.now();
    await needs.changes.save({ at, ...chooseNoMore(choosers, at) });
  }
}
