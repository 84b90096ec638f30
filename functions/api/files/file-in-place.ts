import { found, type Place, type Places } from '#shared/api/places';
import type { StoredFile } from '#shared/domain/files/stored-file';
import type { FileId, UserId } from '#shared/domain/ids';
import type { Loaded } from '#shared/ports/changes';
import type { FileStore } from '#shared/ports/stores';

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
