import { addFile } from '#shared/files/commands/add-file';
import { deleteFile as remove } from '#shared/files/commands/delete-file';
import type { FileStorage } from '#shared/files/ports/file-storage';
import { s3FileStorage } from '#shared/files/s3-file-storage';
import { fileStore } from '#shared/files/store';
import { apiGroup } from '#shared/http/api-group';
import { given } from '#shared/platform/environment';
import { s3Client } from '#shared/platform/s3-client';
import { fileLinksIn } from '#shared/wiring/file-links';
import { served } from '#shared/wiring/in-the-cloud';
import type { Surroundings } from '#shared/wiring/surroundings';
import { workspaceStore } from '#shared/workspaces/store';
import { createFile } from './create-file.ts';
import { deleteFile } from './delete-file.ts';
import { getFile } from './get-file.ts';
import { getFileContent } from './get-file-content.ts';

export function files(around: Surroundings & { readonly files: FileStorage }) {
  const needs = {
    ...around,
    fileRows: fileStore(around.table),
    workspaces: workspaceStore(around.table),
    links: fileLinksIn(around),
  };
  return apiGroup(
    around.edge,
    createFile({ ...needs, add: addFile(needs) }),
    getFile(needs),
    getFileContent(needs),
    deleteFile({ ...needs, remove: remove(needs) }),
  );
}

export const handler = served((around) =>
  files({ ...around, files: s3FileStorage(s3Client(), given('filesBucket'), around.clock) }),
);
