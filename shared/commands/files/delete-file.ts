import { fileKeyOf, type StoredFile } from '#shared/domain/files/stored-file';
import type { ChangeStore } from '#shared/ports/changes';
import type { Clock } from '#shared/ports/clock';
import type { FileStorage } from '#shared/ports/file-storage';

interface Needs {
  readonly files: FileStorage;
  readonly changes: ChangeStore;
  readonly clock: Clock;
}

/** Without its row no link leads to it; the bytes follow, and what a crash leaves of them goes with the workspace. */
export const deleteFile =
  ({ files, changes, clock }: Needs) =>
  async (file: StoredFile): Promise<void> => {
    await changes.save({ at: clock.now(), removedFiles: [file.id] });
    await files.remove(fileKeyOf(file));
  };
