import { createFileContract } from '#shared/api/contracts/files';
import { operation } from '#shared/api/operation';
import { type Places, permitted } from '#shared/api/places';
import { presentFile } from '#shared/api/resources/files';
import type { addFile } from '#shared/commands/files/add-file';
import type { StoredFile } from '#shared/domain/files/stored-file';
import type { FileLinks } from '#shared/ports/file-links';

interface Needs {
  readonly places: Places;
  readonly links: FileLinks;
  readonly baseUrl: string;
  readonly add: ReturnType<typeof addFile>;
}

/** POST /files */
export const createFile = ({ places, links, baseUrl, add }: Needs) =>
  operation(createFileContract, {
    ahead: ({ userId, body }) => ({ place: places.named(userId, body.workspace_id) }),
    async run({ ahead, body, now, once }) {
      const { workspace } = permitted(await ahead.place, 'administer');
      return once(
        async (file: StoredFile) => ({
          status: 201,
          body: presentFile(file, await links.to(file.id, now)),
          headers: { location: `${baseUrl}/files/${file.id}` },
        }),
        (keep) => add(workspace.state.id, body.file, keep),
      );
    },
  });
