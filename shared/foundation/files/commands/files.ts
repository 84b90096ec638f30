import { isUnsaved } from '#shared/foundation/commands/changes';
import { countedFirst } from '#shared/foundation/commands/counted-first';
import type { FileId, WorkspaceId } from '#shared/foundation/core/ids';
import { unprocessable } from '#shared/foundation/core/refusal';
import type { Use } from '#shared/foundation/core/uses';
import type { FileContext, FileStorage } from '#shared/foundation/files/ports';
import { hasAllowedDimensions, LARGEST_SIDE } from '#shared/foundation/files/rules/image-dimensions';
import { imageTypeOf } from '#shared/foundation/files/rules/image-type';
import { fileKeyOf, fileNameFor, LARGEST_FILE, type StoredFile } from '#shared/foundation/files/rules/stored-file';
import { files as fileRows, removeFile } from '#shared/foundation/files/store';

interface SentFile {
  readonly bytes: Uint8Array;
  readonly filename: string | undefined;
}

/** Stores an image, counted before its bytes are stored. */
export const addFile =
  (context: FileContext) =>
  async (workspaceId: WorkspaceId, { bytes, filename }: SentFile): Promise<StoredFile> => {
    if (bytes.length > LARGEST_FILE) throw unprocessable('file', 'too_long', 'file is larger than 4 MB.');
    const contentType = imageTypeOf(bytes);
    if (!contentType)
      throw unprocessable(
        'file',
        'invalid_format',
        'file must be a PNG, JPEG, GIF, WebP or SVG image; its type is read from the bytes.',
      );
    if (!hasAllowedDimensions(bytes, contentType))
      throw unprocessable(
        'file',
        'invalid_format',
        `file must be an image of 1 to ${LARGEST_SIDE} pixels in width and height, as its header says.`,
      );
    const { files, changes, ids, clock, useOf } = context;
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
    return storeBytes(context, {
      uses: [useOf('files', workspaceId, at), useOf('file_bytes', workspaceId, at, bytes.length)],
      rows: [file],
      put: () => files.put(fileKeyOf(file), bytes, contentType),
      async save() {
        await changes.save({ at, writes: [fileRows.put(undefined, file)], result: file });
        return file;
      },
    });
  };

interface NewBytes<Result> {
  /** Counted before anything is stored. */
  readonly uses: readonly Use[];
  readonly rows: readonly StoredFile[];
  readonly put: () => Promise<void>;
  /** The transaction that adds the rows. */
  readonly save: () => Promise<Result>;
}

/**
 * Stores bytes and then their rows. The bytes come first, so that no row is without bytes; they are deleted where the
 * rows are refused. Bytes that a crash leaves without a row are deleted by the workspace purge.
 */
export const storeBytes = <Result>(context: FileContext, { uses, rows, put, save }: NewBytes<Result>) =>
  countedFirst(context, uses, async (): Promise<Result> => {
    try {
      await put();
      return await save();
    } catch (error) {
      if (isUnsaved(error))
        await Promise.all(rows.map(({ workspaceId, id }) => removeBytes(context.files, workspaceId, [id])));
      throw error;
    }
  });

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
