import type { Clock } from '#shared/core/clock';
import type { IdMaker } from '#shared/core/id-maker';
import type { WorkspaceId } from '#shared/core/ids';
import { unprocessable } from '#shared/core/refusal';
import type { ChangeStore } from '#shared/events/ports/changes';
import { type Keep, keepNothing } from '#shared/events/ports/kept-answers';
import type { FileStorage } from '#shared/files/ports/file-storage';
import { fileNameFor } from '#shared/files/rules/file-name';
import { imageTypeOf } from '#shared/files/rules/image-type';
import { fileKeyOf, LARGEST_FILE, type StoredFile } from '#shared/files/rules/stored-file';

interface Needs {
  readonly files: FileStorage;
  readonly changes: ChangeStore;
  readonly ids: IdMaker;
  readonly clock: Clock;
}

interface SentFile {
  readonly bytes: Uint8Array;
  readonly filename: string | undefined;
}

/** Keeps an image. The bytes come first: a crash after them leaves what nobody sees and a purge takes along. */
export const addFile =
  ({ files, changes, ids, clock }: Needs) =>
  async (
    workspaceId: WorkspaceId,
    { bytes, filename }: SentFile,
    keep: Keep<StoredFile> = keepNothing,
  ): Promise<StoredFile> => {
    if (bytes.length > LARGEST_FILE) throw unprocessable('file', 'too_long', 'file is larger than 4 MB.');
    const contentType = imageTypeOf(bytes);
    if (!contentType)
      throw unprocessable('file', 'invalid_format', 'file must be a PNG, JPEG, GIF, WebP or SVG image by its bytes.');
    const at = clock.now();
    const file: StoredFile = {
      id: ids.make('file'),
      workspaceId,
      copyFor: null,
      filename: fileNameFor(filename, contentType),
      contentType,
      size: bytes.length,
      createdAt: at,
    };
    await files.put(fileKeyOf(file), bytes, contentType);
    await changes.save({ at, files: [file], answer: await keep(file) });
    return file;
  };
