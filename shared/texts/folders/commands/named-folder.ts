import type { CommandContext } from '#shared/foundation/commands/context';
import type { FolderId, WorkspaceId } from '#shared/foundation/core/ids';
import type { Write } from '#shared/foundation/core/table';
import type { Instant } from '#shared/foundation/core/time';
import type { Use } from '#shared/foundation/core/uses';
import { createFolder } from '#shared/texts/folders/rules/folder';
import { withFolder } from '#shared/texts/folders/rules/folder-tree';
import { findTree, nameHashOf, putFolderWith, putTree } from '#shared/texts/folders/store';

interface Asked {
  readonly workspaceId: WorkspaceId;
  readonly name: string;
  readonly now: Instant;
  /** How many conversations the same transaction makes in it. */
  readonly conversations: number;
}

/** A folder that is made in the transaction that puts the first conversations into it. */
export interface NewFolderWith {
  readonly id: FolderId;
  readonly writes: readonly (readonly Write[])[];
  readonly limits: readonly Use[];
}

/**
 * The folder of this name at the root: its id where it is there, and what makes it where it is missing. Throws 409 where
 * the workspace is full of folders.
 */
export async function folderNamed(
  { table, ids, useOf }: CommandContext,
  { workspaceId, name, now, conversations }: Asked,
): Promise<{ readonly id: FolderId } | NewFolderWith> {
  const tree = await findTree(table, workspaceId);
  const nameHash = nameHashOf(name);
  const there = tree.state.entries.find((entry) => entry.parentId === null && entry.nameHash === nameHash);
  if (there) return { id: there.id };
  const folder = createFolder(ids.make('fol'), now, { workspaceId, name, parentId: null });
  return {
    id: folder.id,
    writes: [
      putFolderWith(folder, conversations),
      putTree(tree, withFolder(tree.state, { id: folder.id, parentId: null, nameHash })),
    ],
    limits: [useOf('folders', workspaceId, now)],
  };
}
