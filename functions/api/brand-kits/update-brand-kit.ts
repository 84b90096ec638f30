import { type ChoosersNeeds, readChoosers } from '#shared/brand-kits/commands/choose-no-more';
import { readNamedFiles } from '#shared/brand-kits/commands/copy-images';
import type { updateKit } from '#shared/brand-kits/commands/update-kit';
import { updateBrandKitContract } from '#shared/brand-kits/contract';
import { presentBrandKit } from '#shared/brand-kits/present';
import type { WorkspaceId } from '#shared/core/ids';
import type { FileStore } from '#shared/events/ports/stores';
import type { FileLinks } from '#shared/files/ports/file-links';
import { operation } from '#shared/http/operation';
import { type Place, type Places, permitted } from '#shared/http/places';
import { administered, kitSeenBy, type SeenKit, viewOf } from './seen-kit.ts';

interface Needs extends ChoosersNeeds {
  readonly fileRows: FileStore;
  readonly places: Places;
  readonly links: FileLinks;
  readonly update: ReturnType<typeof updateKit>;
}

/** PATCH /brand_kits/{id}: what is sent and no other, at any depth. */
export const updateBrandKit = (needs: Needs) =>
  operation(updateBrandKitContract, {
    ahead: ({ userId, params, body: { workspace_ids, patch } }) => ({
      kit: needs.kits.find(params.id),
      named: workspacesNamed(needs.places, userId, workspace_ids),
      files: readNamedFiles(needs.fileRows, Object.values(patch.images)),
      choosers: workspace_ids === undefined ? Promise.resolve([]) : readChoosers(needs, params.id),
    }),
    async run({ ahead, caller, body: { patch }, now }) {
      const seen = await kitSeenBy(needs.places, caller.userId, ahead.kit);
      permitted(seen.owner, 'administer');
      const named = await ahead.named;
      const sharedAfter = sharing(seen, named && administered(named));
      const read = { kit: seen.kit, files: await ahead.files, choosers: await ahead.choosers };
      const kit = await needs.update(read, { patch, sharedAfter });
      const shared = new Map([...seen.shared, ...placesOf(named ?? [])]);
      const view = viewOf(kit, { owner: seen.owner, shared });
      return { status: 200, body: await presentBrandKit(kit, { ...view, links: needs.links, now }) };
    },
  });

const workspacesNamed = async (
  places: Places,
  user: Parameters<Places['named']>[0],
  named: readonly string[] | undefined,
) => named && Promise.all(named.map((text) => places.named(user, text)));

const placesOf = (named: readonly (Place | undefined)[]) =>
  named.flatMap((place) => (place ? [[place.workspace.state.id, place] as const] : []));

/** Whom the caller does not know of is left alone; to take the kit from a workspace needs the same role as to share it. */
function sharing({ shared }: SeenKit, wanted: readonly WorkspaceId[] | undefined) {
  if (!wanted) return (now: readonly WorkspaceId[]) => now;
  for (const [workspace, place] of shared) if (!wanted.includes(workspace)) permitted(place, 'administer');
  return (now: readonly WorkspaceId[]) => {
    const hidden = now.filter((workspace) => !shared.has(workspace) && !wanted.includes(workspace));
    return [...wanted, ...hidden];
  };
}
