import { notFound } from '#shared/core/refusal';
import { getFileContentContract } from '#shared/files/contract';
import { fileKeyOf, type StoredFile } from '#shared/files/rules/stored-file';
import { files as entity } from '#shared/files/store';
import { workspaces } from '#shared/workspaces/store';
import { fileEndpoint } from './context.ts';

/** For anyone with the link. Nothing is read before its signature is verified. */
export const getContent = fileEndpoint(getFileContentContract, {
  async run({ context: { table, files, links }, params, query, now }) {
    if (!(await links.holds(params.id, query, now))) throw notFound(entity.noun);
    const file = (await entity.find(table, params.id))?.state;
    if (!file) throw notFound(entity.noun);
    const [workspace, bytes] = await Promise.all([
      workspaces.find(table, file.workspaceId),
      files.get(fileKeyOf(file)),
    ]);
    if (!bytes || !workspace || workspace.state.archivedAt !== null) throw notFound(entity.noun);
    return { file, bytes };
  },
  reply: ({ file, bytes }) => ({
    status: 200,
    body: bytes,
    contentType: file.contentType,
    headers: headersOf(file),
  }),
});

/** A browser runs no script of an upload, whatever its bytes are. A link that ends is not cached for long. */
const headersOf = ({ contentType, filename }: StoredFile) => ({
  'content-disposition': dispositionOf(contentType === 'image/svg+xml' ? 'attachment' : 'inline', filename),
  'content-security-policy': "sandbox; default-src 'none'",
  'cross-origin-resource-policy': 'cross-origin',
  'cache-control': 'private, max-age=300',
});

/** RFC 6266: the name as it is, and in ASCII for clients without `filename*`. */
function dispositionOf(how: 'attachment' | 'inline', filename: string): string {
  const plain = filename.replaceAll(/[^\x20-\x7e]/gu, '_').replaceAll(/["\\%]/g, '_');
  const whole = encodeURIComponent(filename).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${how}; filename="${plain}"; filename*=UTF-8''${whole}`;
}
