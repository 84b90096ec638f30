import { command, creating } from '#shared/commands/command';
import type { CommandContext } from '#shared/commands/context';
import type { WorkspaceId } from '#shared/core/ids';
import type { UploadStorage } from '#shared/uploads/ports';
import { type MediaUpload, uploadKeyOf } from '#shared/uploads/rules/upload';
import { uploads } from '#shared/uploads/store';

/** What commands that write uploads work with. */
export interface UploadContext extends CommandContext {
  readonly uploadStorage: UploadStorage;
}

interface NewUpload {
  readonly workspaceId: WorkspaceId;
  readonly filename: string;
}

/** Makes a place for a file that one `PUT` brings. */
export const addUpload = creating<MediaUpload, [NewUpload]>(
  uploads,
  (id, createdAt, asked) => ({ id, ...asked, createdAt, status: 'whole' }),
  ({ workspaceId }) => [['uploads', workspaceId]],
);

/**
 * Makes a place for a file that comes in parts. The multipart upload begins before the row is saved: one without a row
 * has no links, so it stays empty until the bucket deletes it after a day.
 */
export const addUploadInParts =
  (context: UploadContext) =>
  async ({ sizeBytes, ...asked }: NewUpload & { readonly sizeBytes: number }): Promise<MediaUpload> => {
    const { ids, clock, uploadStorage } = context;
    const at = clock.now();
    const base = { id: ids.make('upl'), ...asked, createdAt: at };
    const multipartId = await uploadStorage.begin(uploadKeyOf(base));
    const upload: MediaUpload = { ...base, status: 'parts', sizeBytes, multipartId };
    return saveNew(context)(upload);
  };

const saveNew = command(async ({ changes, useOf }, upload: MediaUpload): Promise<MediaUpload> => {
  const limits = [useOf('uploads', upload.workspaceId, upload.createdAt)];
  const writes = [uploads.put(undefined, upload)];
  await changes.save({ at: upload.createdAt, writes, limits, result: upload });
  return upload;
});
