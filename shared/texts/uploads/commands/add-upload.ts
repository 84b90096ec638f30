import { refuseMoreBytes, reserveBytes } from '#shared/accounts/usage/commands/store-within-limit';
import { command } from '#shared/foundation/commands/command';
import type { CommandContext } from '#shared/foundation/commands/context';
import { requireUses } from '#shared/foundation/commands/take-uses';
import type { UserId, WorkspaceId } from '#shared/foundation/core/ids';
import { takeUploadPlace } from '#shared/texts/uploads/places-store';
import type { UploadStorage } from '#shared/texts/uploads/ports';
import { type MediaUpload, reservationOf, uploadKeyOf } from '#shared/texts/uploads/rules/upload';
import { uploads } from '#shared/texts/uploads/store';

/** What commands that write uploads work with. */
export interface UploadContext extends CommandContext {
  readonly uploadStorage: UploadStorage;
}

interface NewUpload {
  readonly workspaceId: WorkspaceId;
  readonly filename: string;
}

interface NewWholeUpload extends NewUpload {
  /** Who asked: one of the user's places is taken. */
  readonly userId: UserId;
  readonly sizeBytes?: number | undefined;
}

/**
 * Makes a place for a file that one `PUT` brings. 429 where the user has as many unused ones as may be at a time, 403 where
 * its size has no room in the workspace; without a size, where the largest file has none.
 */
export const addUpload = command(
  async (context, { userId, sizeBytes, ...asked }: NewWholeUpload): Promise<MediaUpload> => {
    const { ids, clock, changes, useOf } = context;
    const at = clock.now();
    const size = sizeBytes === undefined ? {} : { sizeBytes };
    const reservation = reservationOf({ createdAt: at, sizeBytes });
    const base = { id: ids.make('upl'), ...asked, createdAt: at, ...reservation };
    const upload: MediaUpload = { ...base, status: 'whole', ...size };
    const { id, workspaceId } = upload;
    const bytes = await reserveBytes(context, workspaceId, reservation.limitedBytes);
    // Read last: of several at once, the fewer take the same place.
    const place = await takeUploadPlace(context, { workspaceId, userId, upload: id, now: at });
    const writes = [uploads.put(undefined, upload), place, bytes];
    await changes.save({ at, writes, limits: [useOf('uploads', workspaceId, at)], result: upload });
    return upload;
  },
);

/**
 * Makes a place for a file that comes in parts. 403 where its size has no room in the workspace, 429 beyond the limit of
 * uploads; both before the multipart upload begins, which begins before the row is saved: one without a row has no links,
 * so it stays empty until the bucket deletes it after a day.
 */
export const addUploadInParts =
  (context: UploadContext) =>
  async ({ sizeBytes, ...asked }: NewUpload & { readonly sizeBytes: number }): Promise<MediaUpload> => {
    const { ids, clock, uploadStorage, useOf } = context;
    const at = clock.now();
    await refuseMoreBytes(context, asked.workspaceId, sizeBytes);
    await requireUses(context, [useOf('uploads', asked.workspaceId, at)]);
    const base = { id: ids.make('upl'), ...asked, createdAt: at };
    const multipartId = await uploadStorage.begin(uploadKeyOf(base));
    const sized = { ...base, ...reservationOf({ createdAt: at, sizeBytes }), sizeBytes };
    const upload: MediaUpload = { ...sized, status: 'parts', multipartId };
    return saveNew(context)(upload, sizeBytes);
  };

const saveNew = command(async (context, upload: MediaUpload, sizeBytes: number): Promise<MediaUpload> => {
  const { workspaceId, createdAt: at } = upload;
  const writes = [uploads.put(undefined, upload), await reserveBytes(context, workspaceId, sizeBytes)];
  await context.changes.save({ at, writes, result: upload });
  return upload;
});
