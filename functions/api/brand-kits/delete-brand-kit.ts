import { deleteBrandKitContract } from '#shared/api/contracts/brand-kits';
import { operation } from '#shared/api/operation';
import { type Places, permitted } from '#shared/api/places';
import { presentBrandKit } from '#shared/api/resources/brand-kits';
import { type ChoosersNeeds, readChoosers } from '#shared/commands/brand-kits/choose-no-more';
import type { deleteKit } from '#shared/commands/brand-kits/delete-kit';
import type { BrandKit } from '#shared/domain/brand-kits/brand-kit';
import type { WorkspaceId } from '#shared/domain/ids';
import type { Loaded } from '#shared/ports/changes';
import type { FileLinks } from '#shared/ports/file-links';
import type { WorkspaceStore } from '#shared/ports/stores';
import { kitSeenBy, viewOf } from './seen-kit.ts';

interface Needs extends ChoosersNeeds {
  readonly workspaces: WorkspaceStore;
  readonly places: Places;
  readonly links: FileLinks;
  readonly remove: ReturnType<typeof deleteKit>;
}

/** DELETE /brand_kits/{id}: answers it once more, then it is gone, and with it what anybody chose of it. */
export const deleteBrandKit = (needs: Needs) =>
  operation(deleteBrandKitContract, {
    ahead: ({ params }) => {
      const kit = needs.kits.find(params.id);
      return { kit, choosers: readChoosers(needs, params.id), archived: archivedOf(needs, kit) };
    },
    async run({ ahead, caller, now }) {
      const seen = await kitSeenBy(needs.places, caller.userId, ahead.kit);
      permitted(seen.owner, 'administer');
      const archived = await ahead.archived;
      for (const workspace of seen.kit.state.workspaceIds)
        if (!archived.includes(workspace)) permitted(seen.shared.get(workspace), 'administer');
      const kit = await needs.remove({ kit: seen.kit, choosers: await ahead.choosers });
      return { status: 200, body: await presentBrandKit(kit, { ...viewOf(kit, seen), links: needs.links, now }) };
    },
  });

/** Nobody acts in an archived workspace, so nobody is asked for there. */
async function archivedOf(
  { workspaces }: Needs,
  reading: Promise<Loaded<BrandKit> | undefined>,
): Promise<readonly WorkspaceId[]> {
  const shared = (await reading)?.state.workspaceIds ?? [];
  const rows = await Promise.all(shared.map((workspace) => workspaces.find(workspace)));
  return shared.filter((_workspace, at) => rows[at]?.state.archivedAt !== null);
}
