import type * as v from 'valibot';
import { listBrandKitsContract } from '#shared/api/contracts/brand-kits';
import { pageAsked, presentList } from '#shared/api/list';
import { type AheadInput, operation } from '#shared/api/operation';
import { type Places, permitted } from '#shared/api/places';
import { presentBrandKit } from '#shared/api/resources/brand-kits';
import { isFor } from '#shared/domain/brand-kits/brand-kit';
import type { UserId, WorkspaceId } from '#shared/domain/ids';
import type { CursorSeal } from '#shared/ports/cursor-seal';
import type { FileLinks } from '#shared/ports/file-links';
import { keptOf } from '#shared/ports/page';
import type { BrandKitStore, ListedKit } from '#shared/ports/stores';
import { placesIn, viewOf } from './seen-kit.ts';

interface Needs {
  readonly kits: BrandKitStore;
  readonly places: Places;
  readonly seal: CursorSeal;
  readonly links: FileLinks;
}

type Query = v.InferOutput<typeof listBrandKitsContract.query>;

/** GET /brand_kits: the workspace's own and those shared with it, newest first. */
export const listBrandKits = (needs: Needs) =>
  operation(listBrandKitsContract, {
    ahead: (input) => ({
      place: needs.places.named(input.userId, input.query.workspace_id),
      listed: listedIn(needs, input),
    }),
    async run({ ahead, caller, asked, now }) {
      const { workspace } = permitted(await ahead.place, 'read');
      const listed = await ahead.listed;
      const seen = await Promise.all(
        listed.items.map((one) => standing(needs, caller.userId, workspace.state.id, one)),
      );
      const bodies = await Promise.all(
        seen.map((one) => one && presentBrandKit(one.kit, { ...viewOf(one.kit, one), links: needs.links, now })),
      );
      const page = keptOf({ ...listed, items: bodies }, (body) => body);
      return { status: 200, body: await presentList(page, (body) => body, asked, needs.seal) };
    },
  });

async function listedIn({ kits, places, seal }: Needs, { query, asked }: AheadInput<unknown, Query, unknown>) {
  const [workspace, request] = await Promise.all([
    places.idNamed(query.workspace_id),
    pageAsked(query.limit, asked, seal),
  ]);
  return kits.page(workspace, request);
}

/** The kit and the caller's places leave together; one that was taken from the workspace in between is left out. */
async function standing({ kits, places }: Needs, user: UserId, workspace: WorkspaceId, listed: ListedKit) {
  const [kit, around] = await Promise.all([kits.find(listed.id), placesIn(places, user, listed.workspaceIds)]);
  if (!kit || !isFor(kit.state, workspace)) return undefined;
  const { workspaceId, workspaceIds } = kit.state;
  const shared = new Map([...around].filter(([id]) => workspaceIds.includes(id)));
  return { kit: kit.state, owner: around.get(workspaceId), shared };
}
