import type { addFile } from '#shared/files/commands/add-file';
import { createFileContract } from '#shared/files/contract';
import type { FileLinks } from '#shared/files/ports/file-links';
import { presentFile } from '#shared/files/present';
import type { StoredFile } from '#shared/files/rules/stored-file';
import { operation } from '#shared/http/operation';
import { type Places, permitted } from '#shared/http/places';

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
