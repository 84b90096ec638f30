import { workspaces } from '#shared/accounts/workspaces/store';
import { notFound } from '#shared/foundation/core/refusal';
import { getFileContentContract } from '#shared/foundation/files/contract';
import { linkPath } from '#shared/foundation/files/hmac-file-links';
import { contentDisposition } from '#shared/foundation/files/rules/content-disposition';
import { fileKeyOf, type StoredFile } from '#shared/foundation/files/rules/stored-file';
import { files as entity } from '#shared/foundation/files/store';
import { fileEndpoint } from './context.ts';

/**
 * For anyone with the link. Nothing is read before its signature is verified, and no bytes of an archived workspace, of one
 * that used up its downloads of the day, or for `HEAD`. A link has one spelling, since the edge caches the bytes under each.
 */
export const getContent = fileEndpoint(getFileContentContract, {
  async run({ context, params, query, target, isHead, now }) {
    const { table, files, links } = context;
    if (target !== linkPath(params.id, query)) throw notFound(entity.noun);
    if (!(await links.holds(params.id, query, now))) throw notFound(entity.noun);
    const file = (await entity.find(table, params.id))?.state;
    if (!file) throw notFound(entity.noun);
    const workspace = await workspaces.find(table, file.workspaceId);
    if (!workspace || workspace.state.archivedAt !== null) throw notFound(entity.noun);
    if (isHead) return { file, bytes: NO_BYTES };
    await context.refuseMoreDownloads(file.workspaceId);
    const bytes = await files.get(fileKeyOf(file));
    if (!bytes) throw notFound(entity.noun);
    await context.countServedFile(workspace.state, bytes.length);
    return { file, bytes };
  },
  reply: ({ file, bytes }) => ({
    status: 200,
    body: bytes,
    contentType: file.contentType,
    headers: headersOf(file),
  }),
});

const NO_BYTES = new Uint8Array();

/**
 * A browser runs no script of an upload, whatever its bytes are. The edge answers from its cache, by the whole link, for
 * a minute; that long a link works after its end.
 */
const headersOf = ({ contentType, filename }: StoredFile) => ({
  'content-disposition': contentDisposition(contentType === 'image/svg+xml' ? 'attachment' : 'inline', filename),
  'content-security-policy': "sandbox; default-src 'none'",
  'cross-origin-resource-policy': 'cross-origin',
  'cache-control': 'public, max-age=300, s-maxage=60',
});
