import type { FileId, UserId } from '#shared/core/ids';
import type { Loaded } from '#shared/core/store';
import type { FileStore } from '#shared/events/ports/stores';
import type { StoredFile } from '#shared/files/rules/stored-file';
import { found, type Place, type Places } from '#shared/http/places';

/** A file that was uploaded: the copy that a brand kit keeps is not there for whoever asks by id. */
export const uploaded = async (files: FileStore, id: FileId): Promise<Loaded<StoredFile> | undefined> => {
  const file = await files.find(id);
  return file?.state.copyFor === null ? file : undefined;
};

export async function fileInPlace(
  places: Places,
  user: UserId,
  reading: Promise<Loaded<StoredFile> | undefined>,
): Promise<{ readonly file: StoredFile; readonly place: Place }> {
  const { resource, place } = await found(places, user, reading, 'file');
  return { file: resource.state, place };
}
