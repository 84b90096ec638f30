import { workspaceIdNamed } from '#shared/accounts/workspaces/access';
import { apiGroup } from '#shared/api/http/api-group';
import { created, endpoint, ok } from '#shared/api/http/endpoint';
import { listEndpoint } from '#shared/api/http/list-endpoint';
import type { AppContext } from '#shared/api/http/ports';
import type { FolderId } from '#shared/foundation/core/ids';
import type { BodyReader } from '#shared/foundation/http/request/body-reader';
import { addFolder, deleteFolder, saveFolder } from '#shared/texts/folders/commands/change-folders';
import {
  createFolderContract,
  deleteFolderContract,
  getFolderContract,
  listFoldersContract,
  updateFolderContract,
} from '#shared/texts/folders/contract';
import { presentFolder } from '#shared/texts/folders/present';
import { findTree, folderPage, folders as stored, withPaths } from '#shared/texts/folders/store';
import { served } from '#shared/wiring/served';

interface Named {
  readonly params: { readonly id: FolderId };
  readonly context: AppContext;
}

interface NamesParent {
  readonly context: AppContext;
  readonly body: BodyReader;
}

const find = ({ context, params }: Named) => stored.find(context.table, params.id);

/** The tree and the folders above are read in the same batch as the caller's role. */
async function readPath(request: Named): Promise<void> {
  const folder = await find(request);
  if (folder)
    await Promise.all([
      findTree(request.context.table, folder.state.workspaceId),
      withPaths(request.context.table, [folder.state]),
    ]);
}

/** The path of the parent that the body names. */
async function readParent({ context: { table }, body }: NamesParent): Promise<void> {
  const id = body.id('fol', 'parent_id');
  const parent = id && (await stored.find(table, id));
  if (parent) await withPaths(table, [parent.state]);
}

async function readTree({ context: { table }, body }: NamesParent): Promise<void> {
  const workspaceId = await workspaceIdNamed(table, body.workspaceId() ?? '');
  if (workspaceId) await findTree(table, workspaceId);
}

const list = listEndpoint(listFoldersContract, {
  page: ({ context, workspaceId, query }, request) =>
    folderPage(context.table, { workspaceId, parentId: query.parent_id }, request),
  present: presentFolder,
});

const get = endpoint(getFolderContract, {
  resource: find,
  early: (request) => [readPath(request)],
  run: ({ context, resource }) => withPaths(context.table, [resource.state]),
  reply: (found) => ok(found.map(presentFolder)[0]),
});

const create = endpoint(createFolderContract, {
  early: (request) => [readTree(request), readParent(request)],
  run: ({ context, workspace, body: { name, parent_id: parentId } }) =>
    addFolder(context)({ workspaceId: workspace.state.id, name, parentId }),
  reply: (found, { context }) => created(presentFolder(found), `${context.baseUrl}/folders/${found.folder.id}`),
});

const update = endpoint(updateFolderContract, {
  resource: find,
  early: (request) => [readPath(request), readParent(request)],
  run: ({ context, resource, body: { name, parent_id: parentId } }) =>
    saveFolder(context)(resource.state.id, { name, parentId }),
  reply: (found) => ok(presentFolder(found)),
});

const remove = endpoint(deleteFolderContract, {
  resource: find,
  early: (request) => [readPath(request)],
  run: ({ context, resource }) => deleteFolder(context)(resource.state.id),
  reply: (found) => ok(presentFolder(found)),
});

export const folders = (context: AppContext) => apiGroup(context, list, create, get, update, remove);

export const handler = served(folders);
