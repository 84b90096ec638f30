import { getFileContract } from '#shared/api/contracts/files';
import { operation } from '#shared/api/operation';
import type { Places } from '#shared/api/places';
import { presentFile } from '#shared/api/resources/files';
import type { FileLinks } from '#shared/ports/file-links';
import type { FileStore } from '#shared/ports/stores';
import { fileInPlace, uploaded } from './file-in-place.ts';

interface Needs {
  readonly fileRows: FileStore;
  readonly places: Places;
  readonly links: FileLinks;
}

/** GET /files/{id}: with a fresh link. */
export const getFile = ({ fileRows, places, links }: Needs) =>
  operation(getFileContract, {
    ahead: ({ params }) => ({ file: uploaded(fileRows, params.id) }),
    async run({ ahead, caller, now }) {
      const { file } = await fileInPlace(places, caller.userId, ahead.file);
      return { status: 200, body: presentFile(file, await links.to(file.id, now)) };
    },
  });
