import { type ChoosersNeeds, readChoosers } from '#shared/brand-kits/commands/choose-no-more';
import type { deleteKit } from '#shared/brand-kits/commands/delete-kit';
import { deleteBrandKitContract } from '#shared/brand-kits/contract';
import { presentBrandKit } from '#shared/brand-kits/present';
import type { BrandKit } from '#shared/brand-kits/rules/brand-kit';
import type { WorkspaceId } from '#shared/core/ids';
import type { Loaded } from '#shared/core/store';
import type { WorkspaceStore } from '#shared/events/ports/stores';
import type { FileLinks } from '#shared/files/ports/file-links';
import { operation } from '#shared/http/operation';
import { type Places, permitted } from '#shared/http/places';
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
