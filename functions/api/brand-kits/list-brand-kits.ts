import type * as v from 'valibot';
import { listBrandKitsContract } from '#shared/brand-kits/contract';
import { presentBrandKit } from '#shared/brand-kits/present';
import { isFor } from '#shared/brand-kits/rules/brand-kit';
import type { UserId, WorkspaceId } from '#shared/core/ids';
import { keptOf } from '#shared/core/page';
import type { BrandKitStore, ListedKit } from '#shared/events/ports/stores';
import type { FileLinks } from '#shared/files/ports/file-links';
import { type AheadInput, operation } from '#shared/http/operation';
import { type Places, permitted } from '#shared/http/places';
import type { CursorSeal } from '#shared/http/ports/cursor-seal';
import { pageAsked, presentList } from '#shared/http/response/list';
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
