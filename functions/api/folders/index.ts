import { apiGroup } from '#shared/api/http/api-group';
import { byWorkspace } from '#shared/api/http/early';
import { created, endpoint, ok } from '#shared/api/http/endpoint';
import { listEndpoint } from '#shared/api/http/list-endpoint';
import type { AppContext } from '#shared/api/http/ports';
import type { FolderId } from '#shared/foundation/core/ids';
import type { BodyReader } from '#shared/foundation/http/request/body-reader';
import { addFolder, deleteFolder, loadFolder, saveFolder } from '#shared/texts/folders/commands/change-folders';
import {
  createFolderContract,
  deleteFolderContract,
  getFolderContract,
  listFoldersContract,
  updateFolderContract,
} from '#shared/texts/folders/contract';
import { presentFolder } from '#shared/texts/folders/present';
import { findTree, folderPage, loadParentPath, folders as stored } from '#shared/texts/folders/store';
import { served } from '#shared/wiring/served';

interface Named {
  readonly params: { readonly id: FolderId };
  readonly context: AppContext;
}

const find = ({ context, params }: Named) => stored.find(context.table, params.id);

const load = ({ context, params }: Named) => loadFolder(context.table, params.id);

const loadParent = ({ context, body }: { readonly context: AppContext; readonly body: BodyReader }) =>
  loadParentPath(context.table, body.id('fol', 'parent_id') ?? null);

const list = listEndpoint(listFoldersContract, {
  page: ({ context, workspaceId, query }, request) =>
    folderPage(context.table, { workspaceId, parentId: query.parent_id }, request),
  present: presentFolder,
});

const get = endpoint(getFolderContract, {
  resource: find,
  early: (request) => [load(request)],
  run: load,
  reply: ({ shown }) => ok(presentFolder(shown)),
});

const create = endpoint(createFolderContract, {
  early: (request) => [byWorkspace(request.context.table, request.body.workspaceId(), findTree), loadParent(request)],
  run: ({ context, workspace, body: { name, parent_id: parentId } }) =>
    addFolder(context)({ workspaceId: workspace.state.id, name, parentId }),
  reply: (found, { context }) => created(presentFolder(found), `${context.baseUrl}/folders/${found.folder.id}`),
});

const update = endpoint(updateFolderContract, {
  resource: find,
  early: (request) => [load(request), loadParent(request)],
  run: ({ context, resource, body: { name, parent_id: parentId } }) =>
    saveFolder(context)(resource.state.id, { name, parentId }),
  reply: (found) => ok(presentFolder(found)),
});

const remove = endpoint(deleteFolderContract, {
  resource: find,
  early: (request) => [load(request)],
  run: ({ context, resource }) => deleteFolder(context)(resource.state.id),
  reply: (found) => ok(presentFolder(found)),
});

export const folders = (context: AppContext) => apiGroup(context, list, create, get, update, remove);

export const handler = served(folders);
