import type { Clock } from '#shared/core/clock';
import type { ChangeStore } from '#shared/events/ports/changes';
import type { FileStorage } from '#shared/files/ports/file-storage';
import { fileKeyOf, type StoredFile } from '#shared/files/rules/stored-file';

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
