import { deleteFileContract } from '#shared/api/contracts/files';
import { operation } from '#shared/api/operation';
import { type Places, permitted } from '#shared/api/places';
import { presentFile } from '#shared/api/resources/files';
import type { deleteFile as deleteCommand } from '#shared/commands/files/delete-file';
import type { FileLinks } from '#shared/ports/file-links';
import type { FileStore } from '#shared/ports/stores';
import { fileInPlace, uploaded } from './file-in-place.ts';

interface Needs {
  readonly fileRows: FileStore;
  readonly places: Places;
  readonly links: FileLinks;
  readonly remove: ReturnType<typeof deleteCommand>;
}

/** DELETE /files/{id}: answers it once more, then it is gone. */
export const deleteFile = ({ fileRows, places, links, remove }: Needs) =>
  operation(deleteFileContract, {
    ahead: ({ params }) => ({ file: uploaded(fileRows, params.id) }),
    async run({ ahead, caller, now }) {
      const { file, place } = await fileInPlace(places, caller.userId, ahead.file);
      permitted(place, 'administer');
      await remove(file);
      return { status: 200, body: presentFile(file, await links.to(file.id, now)) };
    },
  });
