import * as v from 'valibot';
import { IMAGE_TYPES } from '#shared/domain/files/image-type';
import type { StoredFile } from '#shared/domain/files/stored-file';
import type { FileId } from '#shared/domain/ids';
import type { FileStore } from '#shared/ports/stores';
import { unlessThere } from '#shared/storage/conditions';
import { listOf, resourceKey } from '#shared/storage/keys';
import { id, instant } from '#shared/storage/row-parts';
import { loaded } from '#shared/storage/rows';
import type { Table, Write } from '#shared/storage/table';

const FileRow: v.GenericSchema<unknown, StoredFile> = v.object({
  id: id('file'),
  workspaceId: id('wks'),
  copyFor: v.nullable(id('brk')),
  filename: v.string(),
  contentType: v.picklist(IMAGE_TYPES),
  size: v.number(),
  createdAt: instant,
});

export const fileStore = (table: Table): FileStore => ({
  find: async (file) => loaded(FileRow, await table.get(resourceKey(file))),
});

/** A file never changes. No endpoint lists files: the entry is what a purge of the workspace finds it by. */
export const putFile = (file: StoredFile): Write => ({
  put: {
    ...resourceKey(file.id),
    type: 'file',
    revision: 1,
    state: JSON.stringify(file),
    list_pk: listOf.files(file.workspaceId),
    list_sk: file.id,
  },
  when: unlessThere,
});

export const removeFile = (file: FileId): Write => ({ remove: resourceKey(file) });
