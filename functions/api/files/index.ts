import type * as v from 'valibot';
import { filterMapPage } from '#shared/core/page';
import type { Instant } from '#shared/core/time';
import { countServedFile } from '#shared/downloads/commands/count-served-file';
import { refuseMoreDownloads } from '#shared/downloads/refuse-more-downloads';
import { addFile, deleteFile } from '#shared/files/commands/files';
import { createFileContract, deleteFileContract, getFileContract, listFilesContract } from '#shared/files/contract';
import type { FileStorage } from '#shared/files/ports';
import { presentFile } from '#shared/files/present';
import type { StoredFile } from '#shared/files/rules/stored-file';
import { s3FileStorage } from '#shared/files/s3-file-storage';
import { files as entity } from '#shared/files/store';
import { apiGroup } from '#shared/http/api-group';
import { created, ok } from '#shared/http/endpoint';
import { listEndpoint } from '#shared/http/list-endpoint';
import type { AppContext } from '#shared/http/ports';
import { s3Client } from '#shared/platform/aws-clients';
import { requiredEnv } from '#shared/platform/environment';
import { fileLinksIn } from '#shared/wiring/file-links';
import { served } from '#shared/wiring/served';
import { type FilesContext, fileEndpoint, findUploaded } from './context.ts';
import { getContent } from './get-file-content.ts';

/** With a fresh link. */
const present = async (file: StoredFile, { context, now }: { readonly context: FilesContext; readonly now: Instant }) =>
  presentFile(file, await context.links.to(file.id, now));

const create = fileEndpoint(createFileContract, {
  run: ({ context, workspace, body }) => addFile(context)(workspace.state.id, body.file),
  reply: async (file, request) => created(await present(file, request), `${request.context.baseUrl}/files/${file.id}`),
});

type Query = v.InferOutput<typeof listFilesContract.query>;

const list = listEndpoint<typeof listFilesContract.params, Query, StoredFile, FilesContext>(listFilesContract, {
  async page({ context, workspaceId }, request) {
    const page = await entity.list(context.table, workspaceId, request);
    return filterMapPage(page, (file) => (file.copyFor === null ? file : undefined));
  },
  present,
});

const get = fileEndpoint(getFileContract, {
  resource: findUploaded,
  run: async ({ resource }) => resource.state,
  reply: async (file, request) => ok(await present(file, request)),
});

const remove = fileEndpoint(deleteFileContract, {
  resource: findUploaded,
  run: ({ context, resource }) => deleteFile(context)(resource.state),
  reply: async (file, request) => ok(await present(file, request)),
});

export function files(context: AppContext & { readonly files: FileStorage }) {
  const filesContext: FilesContext = {
    ...context,
    links: fileLinksIn(context),
    refuseMoreDownloads: refuseMoreDownloads(context),
    countServedFile: countServedFile(context),
  };
  return apiGroup(filesContext, create, list, get, getContent, remove);
}

export const handler = served((context) =>
  files({ ...context, files: s3FileStorage(s3Client(), requiredEnv('filesBucket'), context.clock) }),
);
