import { command } from '#shared/foundation/commands/command';
import type { FolderId, WorkspaceId } from '#shared/foundation/core/ids';
import { isSame } from '#shared/foundation/core/json';
import { conflict, notFound, unprocessable } from '#shared/foundation/core/refusal';
import type { Table } from '#shared/foundation/core/table';
import {
  createFolder,
  type Folder,
  type FolderPatch,
  type FolderWithPath,
  type NewFolder,
  pathOf,
  updateFolder,
} from '#shared/texts/folders/rules/folder';
import { withFolder, withoutFolder } from '#shared/texts/folders/rules/folder-tree';
import { findTree, folders, loadParentPath, nameHashOf, putTree, withPaths } from '#shared/texts/folders/store';

/** A folder as it is shown, and the tree that it is in. Throws 404 where it is gone. */
export async function loadFolder(table: Table, id: FolderId) {
  const before = await folders.find(table, id);
  if (!before) throw notFound(folders.noun);
  const [tree, shown] = await Promise.all([findTree(table, before.state.workspaceId), withPath(table, before.state)]);
  return { before, tree, shown };
}

/** Makes a folder and puts it into the tree. */
export const addFolder = command(async (context, asked: NewFolder): Promise<FolderWithPath> => {
  const at = context.clock.now();
  const [tree, above] = await Promise.all([
    findTree(context.table, asked.workspaceId),
    loadParentPath(context.table, asked.parentId),
  ]);
  const folder = createFolder(context.ids.make('fol'), at, asked);
  const treeAfter = withFolder(tree.state, { ...folder, nameHash: nameHashOf(folder.name) });
  const result = { folder, path: pathBelow(above, folder), conversationsCount: 0 };
  await context.changes.save({
    at,
    writes: [folders.put(undefined, folder), putTree(tree, treeAfter)],
    limits: [context.useOf('folders', folder.workspaceId, at)],
    result,
  });
  return result;
});

/** Renames or moves a folder; nothing new writes nothing. */
export const saveFolder = command(async (context, id: FolderId, patch: FolderPatch): Promise<FolderWithPath> => {
  const { before, tree, shown } = await loadFolder(context.table, id);
  const changed = updateFolder(before.state, patch);
  if (isSame(before.state, changed)) return shown;
  const at = context.clock.now();
  const treeAfter = withFolder(tree.state, { ...changed, nameHash: nameHashOf(changed.name) });
  const folder = { ...changed, updatedAt: at };
  const above = await loadParentPath(context.table, folder.parentId);
  const result = { ...shown, folder, path: pathBelow(above, folder) };
  await context.changes.save({ at, writes: [folders.put(before, folder), putTree(tree, treeAfter)], result });
  return result;
});

/** Deletes a folder that is empty and answers it as it was; 409 while it has folders or conversations. */
export const deleteFolder = command(async (context, id: FolderId): Promise<FolderWithPath> => {
  const { before, tree, shown: result } = await loadFolder(context.table, id);
  const treeAfter = withoutFolder(tree.state, id);
  if (result.conversationsCount > 0) throw conflict('There are conversations in this folder: move them first.');
  const at = context.clock.now();
  await context.changes.save({ at, writes: [folders.remove(before), putTree(tree, treeAfter)], result });
  return result;
});

/** Refuses a folder that does not exist or belongs to another workspace. */
export async function requireFolder(table: Table, workspaceId: WorkspaceId, id: FolderId): Promise<void> {
  const folder = await folders.find(table, id);
  if (folder?.state.workspaceId !== workspaceId)
    throw unprocessable('folder_id', 'invalid', 'folder_id must be a folder of the workspace.');
}

const pathBelow = (above: string | undefined, folder: Folder): string =>
  pathOf(above === undefined ? [] : [above], folder);

async function withPath(table: Table, folder: Folder): Promise<FolderWithPath> {
  const [shown] = await withPaths(table, [folder]);
  if (!shown) throw new Error('A folder was not shown.');
  return shown;
}
