import type { WorkspaceId } from '#shared/core/ids';
import { unprocessable } from '#shared/core/refusal';
import type { FileContext } from '#shared/files/ports/file-storage';
import { fileNameFor } from '#shared/files/rules/file-name';
import { imageTypeOf } from '#shared/files/rules/image-type';
import { fileKeyOf, LARGEST_FILE, type StoredFile } from '#shared/files/rules/stored-file';
import { files as fileRows } from '#shared/files/store';

interface SentFile {
  readonly bytes: Uint8Array;
  readonly filename: string | undefined;
}

/** Stores an image. The bytes come first: bytes that a crash leaves without a row are deleted by the workspace purge. */
export const addFile =
  ({ files, changes, ids, clock }: FileContext) =>
  async (workspaceId: WorkspaceId, { bytes, filename }: SentFile): Promise<StoredFile> => {
    if (bytes.length > LARGEST_FILE) throw unprocessable('file', 'too_long', 'file is larger than 4 MB.');
    const contentType = imageTypeOf(bytes);
    if (!contentType)
      throw unprocessable(
        'file',
        'invalid_format',
        'file must be a PNG, JPEG, GIF, WebP or SVG image; its type is read from the bytes.',
      );
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
    await changes.save({ at, writes: [fileRows.put(undefined, file)], result: file });
    return file;
  };
