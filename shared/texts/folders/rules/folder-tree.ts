import type { FolderId, WorkspaceId } from '#shared/foundation/core/ids';
import { conflict, unprocessable } from '#shared/foundation/core/refusal';
import type { Folder } from '#shared/texts/folders/rules/folder';

export const MOST_FOLDERS = 1000;
/** Levels; a folder at the root is on the first. */
export const DEEPEST_LEVEL = 10;

/** Where the folders of a workspace are. It is saved as a whole, so that no two changes make a cycle or a second name. */
export interface FolderTree {
  readonly workspaceId: WorkspaceId;
  readonly entries: readonly TreeEntry[];
}

interface TreeEntry {
  readonly id: FolderId;
  readonly parentId: FolderId | null;
  /** Names are compared by it; a thousand names would be too much for one row. */
  readonly nameHash: string;
}

/** A folder at its place; its name comes as the hash that `nameHashOf` of the store makes. */
type Placed = Pick<Folder, 'id' | 'parentId'> & Pick<TreeEntry, 'nameHash'>;

export const emptyTree = (workspaceId: WorkspaceId): FolderTree => ({ workspaceId, entries: [] });

/**
 * The tree with a folder that is new, renamed or moved. Throws 422 for a parent that does not exist, lies in the folder,
 * or is too deep, and 409 for a name that the parent has already, or a workspace that is full.
 */
export function withFolder(tree: FolderTree, { id, parentId, nameHash }: Placed): FolderTree {
  const others = tree.entries.filter((entry) => entry.id !== id);
  if (others.length >= MOST_FOLDERS)
    throw conflict(`This workspace has ${MOST_FOLDERS} folders, the maximum: delete one first.`);
  const above = refuseCycles(tree, { id, parentId });
  if (above.length + levelsOf(tree, id) > DEEPEST_LEVEL)
    throw unprocessable('parent_id', 'invalid', `parent_id: folders are at most ${DEEPEST_LEVEL} levels deep.`);
  const entry = { id, parentId, nameHash };
  if (others.some((other) => other.parentId === parentId && other.nameHash === entry.nameHash))
    throw conflict('There is a folder with this name in the same place.');
  return { ...tree, entries: [...others, entry] };
}

/** The tree without a folder. Throws 409 while there are folders in it. */
export function withoutFolder(tree: FolderTree, id: FolderId): FolderTree {
  if (tree.entries.some(({ parentId }) => parentId === id))
    throw conflict('There are folders in this folder: delete or move them first.');
  return { ...tree, entries: tree.entries.filter((entry) => entry.id !== id) };
}

/** A folder and those above it, from the root; empty for the root itself and a folder that is not in the tree. */
export function lineOf({ entries }: FolderTree, id: FolderId | null): readonly FolderId[] {
  const parents = new Map(entries.map((entry) => [entry.id, entry.parentId]));
  const line: FolderId[] = [];
  for (let at = id; at !== null && parents.has(at); at = parents.get(at) ?? null) line.unshift(at);
  return line;
}

function refuseCycles(tree: FolderTree, { id, parentId }: Pick<Placed, 'id' | 'parentId'>): readonly FolderId[] {
  const above = lineOf(tree, parentId);
  if (parentId !== null && above.length === 0)
    throw unprocessable('parent_id', 'invalid', 'parent_id must be a folder of the workspace.');
  if (above.includes(id))
    throw unprocessable('parent_id', 'invalid', 'parent_id must be neither the folder itself nor a folder in it.');
  return above;
}

/** Levels from a folder to the deepest one in it: 1 where there is none. */
function levelsOf(tree: FolderTree, id: FolderId): number {
  const inside = tree.entries.filter(({ parentId }) => parentId === id);
  return 1 + Math.max(0, ...inside.map((entry) => levelsOf(tree, entry.id)));
}
