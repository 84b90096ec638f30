import type * as v from 'valibot';
import { apiGroup } from '#shared/api/http/api-group';
import { ok } from '#shared/api/http/endpoint';
import { type ListRequest, listEndpoint } from '#shared/api/http/list-endpoint';
import type { AppContext } from '#shared/api/http/ports';
import { filterMapPage } from '#shared/foundation/core/page';
import type { FileStorage } from '#shared/foundation/files/ports';
import { s3FileStorage } from '#shared/foundation/files/s3-file-storage';
import { s3Client } from '#shared/foundation/platform/aws-clients';
import { requiredEnv } from '#shared/foundation/platform/environment';
import { accessToKit, kitDeleter, kitReader } from '#shared/meetings/brand-kits/access';
import { deleteKit, settingsUsing } from '#shared/meetings/brand-kits/commands/delete-kit';
import {
  deleteBrandKitContract,
  getBrandKitContract,
  listBrandKitsContract,
} from '#shared/meetings/brand-kits/contract';
import { isFor } from '#shared/meetings/brand-kits/rules/brand-kit';
import { brandKits as entity, kitsIn, type ListedKit } from '#shared/meetings/brand-kits/store';
import { fileLinksIn } from '#shared/wiring/file-links';
import { served } from '#shared/wiring/served';
import { findById, type KitContext, kitEndpoint, kitOf, present, type ViewedKit, viewed } from './context.ts';
import { create, update } from './save-brand-kit.ts';

type Query = v.InferOutput<typeof listBrandKitsContract.query>;

const list = listEndpoint<typeof listBrandKitsContract.params, Query, ViewedKit, KitContext>(listBrandKitsContract, {
  async page(request, page) {
    const listed = await kitsIn(request.context.table, request.workspaceId, page);
    const kits = await Promise.all(listed.items.map((one) => listedKit(request, one)));
    return filterMapPage({ ...listed, items: kits }, (kit) => kit);
  },
  present,
});

/** The row and the access to its workspaces are read together. A kit that was taken from the workspace since is left out. */
async function listedKit(
  { context, userId, workspaceId }: ListRequest<unknown, KitContext>,
  { id, workspaceIds }: ListedKit,
): Promise<ViewedKit | undefined> {
  const listed = { workspaceId, workspaceIds };
  const [row] = await Promise.all([entity.find(context.table, id), accessToKit(context.table, userId, listed)]);
  if (!row || !isFor(row.state, workspaceId)) return undefined;
  return viewed(row.state, await accessToKit(context.table, userId, row.state));
}

const get = kitEndpoint(getBrandKitContract, {
  resource: findById,
  async workspace(request) {
    const found = await kitOf(request);
    return found && kitReader(found.access);
  },
  run: async ({ context, caller, resource: { state } }) =>
    viewed(state, await accessToKit(context.table, caller.userId, state)),
  reply: async (kit, request) => ok(await present(kit, request)),
});

const remove = kitEndpoint(deleteBrandKitContract, {
  resource: findById,
  async workspace(request) {
    const found = await kitOf(request);
    return found && kitDeleter(request.context.table, found.kit, found.access);
  },
  early: ({ context, params }) => [settingsUsing(context.table, params.id)],
  async run({ context, caller, resource }) {
    const access = await accessToKit(context.table, caller.userId, resource.state);
    return viewed(await deleteKit(context)(resource.state.id), access);
  },
  reply: async (kit, request) => ok(await present(kit, request)),
});

export function brandKits(context: AppContext & { readonly files: FileStorage }) {
  const kitContext: KitContext = { ...context, links: fileLinksIn(context) };
  return apiGroup(kitContext, create, list, get, update, remove);
}

export const handler = served((context) =>
  brandKits({ ...context, files: s3FileStorage(s3Client(), requiredEnv('filesBucket'), context.clock) }),
);
