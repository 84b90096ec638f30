import type { FileStore } from '#shared/events/ports/stores';
import type { deleteFile as deleteCommand } from '#shared/files/commands/delete-file';
import { deleteFileContract } from '#shared/files/contract';
import type { FileLinks } from '#shared/files/ports/file-links';
import { presentFile } from '#shared/files/present';
import { operation } from '#shared/http/operation';
import { type Places, permitted } from '#shared/http/places';
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
