import { notFound } from '#shared/core/refusal';
import type { FileStore, WorkspaceStore } from '#shared/events/ports/stores';
import { getFileContentContract } from '#shared/files/contract';
import type { FileLinks } from '#shared/files/ports/file-links';
import type { FileStorage } from '#shared/files/ports/file-storage';
import { fileKeyOf, type StoredFile } from '#shared/files/rules/stored-file';
import { operation } from '#shared/http/operation';

interface Needs {
  readonly fileRows: FileStore;
  readonly workspaces: WorkspaceStore;
  readonly files: FileStorage;
  readonly links: FileLinks;
}

/** GET /files/{id}/content: whoever has the link. Nothing is read before its signature holds. */
export const getFileContent = ({ fileRows, workspaces, files, links }: Needs) =>
  operation(getFileContentContract, {
    ahead: () => ({}),
    async run({ params, query, now }) {
      if (!(await links.holds(params.id, query, now))) throw notFound('file');
      const file = (await fileRows.find(params.id))?.state;
      if (!file) throw notFound('file');
      const [workspace, bytes] = await Promise.all([workspaces.find(file.workspaceId), files.get(fileKeyOf(file))]);
      if (!bytes || !workspace || workspace.state.archivedAt !== null) throw notFound('file');
      return { status: 200, body: bytes, contentType: file.contentType, headers: headersOf(file) };
    },
  });

/** Whatever the bytes say to whom, a browser runs nothing of them; and a link that ends is not served on for long. */
const headersOf = ({ contentType, filename }: StoredFile) => ({
  'content-disposition': dispositionOf(contentType === 'image/svg+xml' ? 'attachment' : 'inline', filename),
  'content-security-policy': "sandbox; default-src 'none'",
  'cross-origin-resource-policy': 'cross-origin',
  'cache-control': 'private, max-age=300',
});

/** RFC 6266: the name in ASCII for who knows no better, and as it is. */
function dispositionOf(how: 'attachment' | 'inline', filename: string): string {
  const plain = filename.replaceAll(/[^\x20-\x7e]/gu, '_').replaceAll(/["\\%]/g, '_');
  const whole = encodeURIComponent(filename).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${how}; filename="${plain}"; filename*=UTF-8''${whole}`;
}
