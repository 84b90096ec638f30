import { addStoredBytes } from '#shared/accounts/usage/stored-bytes-store';
import { command } from '#shared/foundation/commands/command';
import type { CommandContext } from '#shared/foundation/commands/context';
import type { UploadId } from '#shared/foundation/core/ids';
import type { FileStorage } from '#shared/foundation/files/ports';
import { LARGEST_MEDIA_BYTES } from '#shared/foundation/media/rules/media-facts';
import type { StoredMedia } from '#shared/texts/ingestions/ports';
import { checkedUpload, type MediaUpload, uploadKeyOf, uploadRemovedAt } from '#shared/texts/uploads/rules/upload';
import { uploads } from '#shared/texts/uploads/store';

interface Checking extends CommandContext {
  readonly files: Pick<FileStorage, 'remove'>;
  readonly media: Pick<StoredMedia, 'find'>;
}

/**
 * Processes a due upload: removes it with its bytes after its end, or corrects what one without a size counts to what is
 * stored. A file that is larger than orders take is removed. May be repeated after a crash anywhere.
 */
export const checkUpload = command(async (context: Checking, id: UploadId): Promise<void> => {
  const { table, clock, changes } = context;
  const before = await uploads.find(table, id);
  const at = clock.now();
  if (!before || before.state.nextCheckAt === undefined || at < before.state.nextCheckAt) return;
  const { workspaceId, limitedBytes = 0 } = before.state;
  if (at >= uploadRemovedAt(before.state)) {
    // The bytes first: they count until they are gone.
    await context.files.remove(uploadKeyOf(before.state));
    await changes.save({ at, writes: [uploads.remove(before), addStoredBytes(workspaceId, -limitedBytes)] });
    return;
  }
  const after = checkedUpload(before.state, await storedSize(context, before.state), at);
  const change = (after.limitedBytes ?? 0) - limitedBytes;
  await changes.save({ at, writes: [uploads.put(before, after), addStoredBytes(workspaceId, change)] });
});

/** Undefined where nothing is stored that an order takes. */
async function storedSize({ media, files }: Checking, upload: MediaUpload): Promise<number | undefined> {
  const key = uploadKeyOf(upload);
  const found = await media.find(key);
  if (!found || found.sizeBytes <= LARGEST_MEDIA_BYTES) return found?.sizeBytes;
  await files.remove(key);
  return undefined;
}
