import type { FileStore } from '#shared/events/ports/stores';
import { getFileContract } from '#shared/files/contract';
import type { FileLinks } from '#shared/files/ports/file-links';
import { presentFile } from '#shared/files/present';
import { operation } from '#shared/http/operation';
import type { Places } from '#shared/http/places';
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
