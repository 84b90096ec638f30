import type { FileId, WorkspaceId } from '#shared/core/ids';
import type { FileContext, FileStorage } from '#shared/files/ports/file-storage';
import { fileKeyOf, type StoredFile } from '#shared/files/rules/stored-file';
import { removeFile } from '#shared/files/store';

/** Deletes the row first: without it no link works. Bytes that a crash leaves are deleted by the workspace purge. */
export const deleteFile =
  ({ files, changes, clock }: FileContext) =>
  async (file: StoredFile): Promise<StoredFile> => {
    await changes.save({ at: clock.now(), writes: [[removeFile(file.id)]], result: file });
    await removeBytes(files, file.workspaceId, [file.id]);
    return file;
  };

/** Deletes the bytes of files whose rows are deleted. */
export async function removeBytes(
  storage: FileStorage,
  workspaceId: WorkspaceId,
  ids: readonly FileId[],
): Promise<void> {
  await Promise.all(ids.map((id) => storage.remove(fileKeyOf({ workspaceId, id }))));
}
