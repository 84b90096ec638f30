import type { FolderId, WorkspaceId } from '#shared/foundation/core/ids';
import type { Instant } from '#shared/foundation/core/time';

/** A folder of conversations in a workspace. Its path is derived from the folders above it. */
export interface Folder {
  readonly id: FolderId;
  readonly workspaceId: WorkspaceId;
  readonly name: string;
  /** Null at the root. */
  readonly parentId: FolderId | null;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** A folder with what other rows say of it. */
export interface FolderWithPath {
  readonly folder: Folder;
  /** Names from the root to the folder, joined by a slash. */
  readonly path: string;
  readonly conversationsCount: number;
}

export type NewFolder = Pick<Folder, 'workspaceId' | 'name' | 'parentId'>;

export const createFolder = (id: FolderId, now: Instant, folder: NewFolder): Folder => ({
  id,
  ...folder,
  createdAt: now,
  updatedAt: now,
});

/** What a request writes; undefined leaves a field as it is. */
export interface FolderPatch {
  readonly name?: string | undefined;
  readonly parentId?: FolderId | null | undefined;
}

export const updateFolder = (folder: Folder, { name, parentId }: FolderPatch): Folder => ({
  ...folder,
  ...(name !== undefined && { name }),
  ...(parentId !== undefined && { parentId }),
});

export const pathOf = (namesAbove: readonly string[], { name }: Folder): string => [...namesAbove, name].join('/');
