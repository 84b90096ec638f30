import type * as v from 'valibot';
import { apiGroup } from '#shared/api/http/api-group';
import { created, ok } from '#shared/api/http/endpoint';
import { listEndpoint } from '#shared/api/http/list-endpoint';
import type { AppContext } from '#shared/api/http/ports';
import { filterMapPage } from '#shared/foundation/core/page';
import type { Instant } from '#shared/foundation/core/time';
import { addFile, deleteFile } from '#shared/foundation/files/commands/files';
import {
  createFileContract,
  deleteFileContract,
  getFileContract,
  listFilesContract,
} from '#shared/foundation/files/contract';
import type { FileStorage } from '#shared/foundation/files/ports';
import { presentFile } from '#shared/foundation/files/present';
import type { StoredFile } from '#shared/foundation/files/rules/stored-file';
import { s3FileStorage } from '#shared/foundation/files/s3-file-storage';
import { files as entity } from '#shared/foundation/files/store';
import { s3Client } from '#shared/foundation/platform/aws-clients';
import { requiredEnv } from '#shared/foundation/platform/environment';
import { countServedFile } from '#shared/texts/downloads/commands/count-served-file';
import { refuseMoreDownloads } from '#shared/texts/downloads/refuse-more-downloads';
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
