import { addFile } from '#shared/files/commands/add-file';
import { deleteFile as remove } from '#shared/files/commands/delete-file';
import type { FileStorage } from '#shared/files/ports/file-storage';
import { s3FileStorage } from '#shared/files/s3-file-storage';
import { fileStore } from '#shared/files/store';
import { apiGroup } from '#shared/http/api-group';
import type { AppContext } from '#shared/http/ports/app-context';
import { given } from '#shared/platform/environment';
import { s3Client } from '#shared/platform/s3-client';
import { fileLinksIn } from '#shared/wiring/file-links';
import { served } from '#shared/wiring/in-the-cloud';
import { workspaceStore } from '#shared/workspaces/store';
import { createFile } from './create-file.ts';
import { deleteFile } from './delete-file.ts';
import { getFile } from './get-file.ts';
import { getFileContent } from './get-file-content.ts';

export function files(context: AppContext & { readonly files: FileStorage }) {
  const needs = {
    ...context,
    fileRows: fileStore(context.table),
    workspaces: workspaceStore(context.table),
    links: fileLinksIn(context),
  };
  return apiGroup(
    context,
    createFile({ ...needs, add: addFile(needs) }),
    getFile(needs),
    getFileContent(needs),
    deleteFile({ ...needs, remove: remove(needs) }),
  );
}

export const handler = served((context) =>
  files({ ...context, files: s3FileStorage(s3Client(), given('filesBucket'), context.clock) }),
);
