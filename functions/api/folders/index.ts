import type { FolderId } from '#shared/core/ids';
import { addFolder, deleteFolder, saveFolder } from '#shared/folders/commands/change-folders';
import {
  createFolderContract,
  deleteFolderContract,
  getFolderContract,
  listFoldersContract,
  updateFolderContract,
} from '#shared/folders/contract';
import { presentFolder } from '#shared/folders/present';
import { findTree, folderPage, folders as stored, withPaths } from '#shared/folders/store';
import { apiGroup } from '#shared/http/api-group';
import { created, endpoint, ok } from '#shared/http/endpoint';
import { listEndpoint } from '#shared/http/list-endpoint';
import type { AppContext } from '#shared/http/ports';
import type { BodyReader } from '#shared/http/request/body-reader';
import { served } from '#shared/wiring/served';
import { workspaceIdNamed } from '#shared/workspaces/access';

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
  prefetch: (request) => [readPath(request)],
  run: ({ context, resource }) => withPaths(context.table, [resource.state]),
  reply: (found) => ok(found.map(presentFolder)[0]),
});

const create = endpoint(createFolderContract, {
  prefetch: (request) => [readTree(request), readParent(request)],
  run: ({ context, workspace, body: { name, parent_id: parentId } }) =>
    addFolder(context)({ workspaceId: workspace.state.id, name, parentId }),
  reply: (found, { context }) => created(presentFolder(found), `${context.baseUrl}/folders/${found.folder.id}`),
});

const update = endpoint(updateFolderContract, {
  resource: find,
  prefetch: (request) => [readPath(request), readParent(request)],
  run: ({ context, resource, body: { name, parent_id: parentId } }) =>
    saveFolder(context)(resource.state.id, { name, parentId }),
  reply: (found) => ok(presentFolder(found)),
});

const remove = endpoint(deleteFolderContract, {
  resource: find,
  prefetch: (request) => [readPath(request)],
  run: ({ context, resource }) => deleteFolder(context)(resource.state.id),
  reply: (found) => ok(presentFolder(found)),
});

export const folders = (context: AppContext) => apiGroup(context, list, create, get, update, remove);

export const handler = served(folders);
