import * as v from 'valibot';
import type { FolderId, WorkspaceId } from '#shared/foundation/core/ids';
import { filterMapPage, type Page, type PageRequest } from '#shared/foundation/core/page';
import type { Loaded } from '#shared/foundation/core/store';
import type { Item, Table, Write } from '#shared/foundation/core/table';
import { entity } from '#shared/foundation/dynamodb/entity';
import { folderConversationsKey, folderTreeKey, shortHash } from '#shared/foundation/dynamodb/keys';
import { id, instant } from '#shared/foundation/dynamodb/row-parts';
import { loaded, storedState, unlessSavedSince, unlessThere } from '#shared/foundation/dynamodb/rows';
import { type Folder, type FolderWithPath, pathOf } from '#shared/texts/folders/rules/folder';
import { emptyTree, type FolderTree, lineOf } from '#shared/texts/folders/rules/folder-tree';

/** Folders of a workspace, each with a row that counts its conversations: a folder with any cannot be deleted. */
export const folders = entity<Folder>({
  noun: 'folder',
  type: 'folder',
  prefix: 'fol',
  list: 'FOL',
  schema: v.object({
    id: id('fol'),
    workspaceId: id('wks'),
    name: v.string(),
    parentId: v.nullable(id('fol')),
    createdAt: instant,
    updatedAt: instant,
  }),
  attributes: ({ parentId }) => ({ find: { p: parentId ?? undefined } }),
  rows: countRows,
  notes: {
    rows: {
      'fol_, CONVERSATIONS': 'Count of the conversations in a folder',
      'wks_, FOLDERS': 'Tree of the folders: id, parent and hash of the name',
    },
  },
});

function countRows(before: Folder | undefined, after: Folder | undefined): readonly Write[] {
  if (after && !before) return [newCount(after.id, 0)];
  if (before && !after)
    return [
      {
        remove: folderConversationsKey(before.id),
        when: { text: 'conversations = :none', values: { ':none': 0 } },
      },
    ];
  return [];
}

const newCount = (folder: FolderId, conversations: number): Write => ({
  put: { ...folderConversationsKey(folder), type: 'folder_count', conversations },
  when: unlessThere,
});

/** A new folder with the conversations that are made in it in the same transaction, which writes its count once. */
export const putFolderWith = (folder: Folder, conversations: number): readonly Write[] => [
  ...folders.put(undefined, folder).slice(0, 1),
  newCount(folder.id, conversations),
];

/** Counts conversations in or out, in the transaction that moves them; a lost race where the folder is gone. */
export const countInFolder = (folder: FolderId, change: number): Write => ({
  update: folderConversationsKey(folder),
  set: { text: 'ADD conversations :change', values: { ':change': change } },
  when: { text: 'attribute_exists(pk)' },
});

const conversationsIn = async (table: Table, folder: FolderId): Promise<number> =>
  v.parse(v.optional(v.number(), 0), (await table.get(folderConversationsKey(folder)))?.['conversations']);

const TreeRow: v.GenericSchema<unknown, FolderTree> = v.object({
  workspaceId: id('wks'),
  entries: v.array(v.object({ id: id('fol'), parentId: v.nullable(id('fol')), nameHash: v.string() })),
});

/** The tree of a workspace's folders; empty before the first. */
export const findTree = async (table: Table, workspaceId: WorkspaceId): Promise<Loaded<FolderTree>> =>
  loaded(TreeRow, await table.get(folderTreeKey(workspaceId))) ?? { revision: 0, state: emptyTree(workspaceId) };

/** Every structural change moves the revision of the tree. */
export const putTree = (before: Loaded<FolderTree>, after: FolderTree): readonly Write[] => [
  {
    put: {
      ...folderTreeKey(after.workspaceId),
      type: 'folder_tree',
      revision: before.revision + 1,
      state: storedState(after),
    },
    when: unlessSavedSince(before.revision),
  },
];

/** Folders of one workspace with their paths and counts. */
export async function withPaths(table: Table, shown: readonly Folder[]): Promise<readonly FolderWithPath[]> {
  const [paths, counts] = await Promise.all([
    pathsOf(table, shown),
    Promise.all(shown.map((folder) => conversationsIn(table, folder.id))),
  ]);
  return shown.map((folder, at) => ({
    folder,
    path: paths[at] ?? folder.name,
    conversationsCount: counts[at] ?? 0,
  }));
}

/** All folders of a workspace by their paths: its tree, then the rows and counts of at most a thousand folders. */
export async function allFolders(table: Table, workspaceId: WorkspaceId): Promise<readonly FolderWithPath[]> {
  const { entries } = (await findTree(table, workspaceId)).state;
  const [found, counts] = await Promise.all([
    Promise.all(entries.map((entry) => folders.find(table, entry.id))),
    Promise.all(entries.map((entry) => conversationsIn(table, entry.id))),
  ]);
  const byId = new Map(found.flatMap((one) => (one ? [[one.state.id, one.state] as const] : [])));
  const path = (folder: Folder): string => {
    const parent = folder.parentId === null ? undefined : byId.get(folder.parentId);
    return pathOf(parent ? [path(parent)] : [], folder);
  };
  return found
    .flatMap((one, at) =>
      one ? [{ folder: one.state, path: path(one.state), conversationsCount: counts[at] ?? 0 }] : [],
    )
    .sort((one, other) => one.path.localeCompare(other.path, 'en'));
}

/** The path of the folder that another one is put into; undefined at the root, and where it is gone. */
export async function loadParentPath(table: Table, id: FolderId | null): Promise<string | undefined> {
  const parent = id === null ? undefined : await folders.find(table, id);
  return parent && (await pathsOf(table, [parent.state]))[0];
}

async function pathsOf(table: Table, shown: readonly Folder[]): Promise<readonly string[]> {
  const [nested] = shown.filter(({ parentId }) => parentId !== null);
  const tree = nested && (await findTree(table, nested.workspaceId));
  const above = shown.map(({ parentId }) => (tree ? lineOf(tree.state, parentId) : []));
  const names = await namesOf(table, shown, new Set(above.flat()));
  return shown.map((folder, at) => pathOf(above[at]?.map((one) => names.get(one) ?? '') ?? [], folder));
}

async function namesOf(
  table: Table,
  known: readonly Folder[],
  wanted: ReadonlySet<FolderId>,
): Promise<ReadonlyMap<FolderId, string>> {
  const names = new Map(known.map((folder) => [folder.id, folder.name]));
  const missing = [...wanted].filter((one) => !names.has(one));
  const found = await Promise.all(missing.map((one) => folders.find(table, one)));
  for (const one of found) if (one) names.set(one.state.id, one.state.name);
  return names;
}

export interface FolderFilter {
  readonly workspaceId: WorkspaceId;
  /** Those in this folder, or at the root. */
  readonly parentId?: FolderId | 'root' | undefined;
}

/** Newest first. */
export async function folderPage(
  table: Table,
  { workspaceId, parentId }: FolderFilter,
  request: PageRequest,
): Promise<Page<FolderWithPath>> {
  const isIn = (parent: FolderId | null | undefined) => parentId === undefined || (parent ?? 'root') === parentId;
  const keep = parentId === undefined ? undefined : (entry: Item) => isIn(v.parse(Find, entry.find).p);
  const page = await folders.list(table, workspaceId, request, keep);
  const kept = filterMapPage(page, (folder) => (isIn(folder.parentId) ? folder : undefined));
  return { ...kept, items: await withPaths(table, kept.items) };
}

const Find = v.optional(v.object({ p: v.optional(id('fol')) }), {});

/** Spaces around a name and forms of composed letters do not tell two names apart; upper and lower case do. */
export const nameHashOf = (name: string): string => shortHash(name.trim().normalize('NFC')).slice(0, 16);
