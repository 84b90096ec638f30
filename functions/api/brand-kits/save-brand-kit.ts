import { resolveWorkspace } from '#shared/accounts/workspaces/access';
import { created, ok } from '#shared/api/http/endpoint';
import type { FileId, UserId } from '#shared/foundation/core/ids';
import type { BodyReader } from '#shared/foundation/http/request/body-reader';
import { accessToKit, administered, byWorkspace, kitOwner, sharing } from '#shared/meetings/brand-kits/access';
import { createKit } from '#shared/meetings/brand-kits/commands/create-kit';
import { settingsUsing } from '#shared/meetings/brand-kits/commands/delete-kit';
import { updateKit } from '#shared/meetings/brand-kits/commands/update-kit';
import { createBrandKitContract, updateBrandKitContract } from '#shared/meetings/brand-kits/contract';
import { MOST_WORKSPACES } from '#shared/meetings/brand-kits/rules/brand-kit';
import { findById, findFiles, type KitContext, kitEndpoint, kitOf, present, viewed } from './context.ts';

/** The caller's access to the workspaces that the body names in `workspace_ids`. */
const accessToNamed = ({ table }: KitContext, user: UserId, named: readonly string[]) =>
  Promise.all(named.map((text) => resolveWorkspace(table, user, text)));

const workspacesIn = (body: BodyReader) => body.workspaces('workspace_ids', MOST_WORKSPACES);

/** The files that a body names as images. */
function imagesIn(body: BodyReader): readonly (FileId | undefined)[] {
  const tile = body.group('bot').group('tile');
  return [
    tile.group('logo').id('file', 'file'),
    tile.group('image').id('file', 'file'),
    body.group('email').group('branded').id('file', 'logo'),
  ];
}

export const create = kitEndpoint(createBrandKitContract, {
  early: ({ context, userId, body }) => [
    accessToNamed(context, userId, workspacesIn(body)),
    findFiles(context, imagesIn(body)),
  ],
  async run({ context, caller, workspace, body: { workspace_ids = [], patch } }) {
    const workspaceIds = administered(await accessToNamed(context, caller.userId, workspace_ids));
    return createKit(context)({ workspaceId: workspace.state.id, workspaceIds, patch });
  },
  async reply(kit, request) {
    const view = { owner: request.workspace.state, workspaceIds: kit.workspaceIds };
    return created(await present({ kit, view }, request), `${request.context.baseUrl}/brand_kits/${kit.id}`);
  },
});

export const update = kitEndpoint(updateBrandKitContract, {
  resource: findById,
  async workspace(request) {
    const found = await kitOf(request);
    return found && kitOwner(found.access);
  },
  early: ({ context, userId, params, body }) => [
    findFiles(context, imagesIn(body)),
    accessToNamed(context, userId, workspacesIn(body)),
    body.value('workspace_ids') !== undefined && settingsUsing(context.table, params.id),
  ],
  async run({ context, caller, resource, body: { workspace_ids, patch } }) {
    const access = await accessToKit(context.table, caller.userId, resource.state);
    const named = workspace_ids && (await accessToNamed(context, caller.userId, workspace_ids));
    const sharedAfter = sharing(access, named && administered(named));
    const kit = await updateKit(context)(resource.state.id, { patch, sharedAfter });
    const shared = new Map([...access.shared, ...byWorkspace(named ?? [])]);
    return viewed(kit, { owner: access.owner, shared });
  },
  reply: async (kit, request) => ok(await present(kit, request)),
});
