import * as v from 'valibot';
import type { FileId } from '#shared/core/ids';
import { unlessThere } from '#shared/dynamodb/conditions';
import { listOf, resourceKey } from '#shared/dynamodb/keys';
import { id, instant } from '#shared/dynamodb/row-parts';
import { loaded } from '#shared/dynamodb/rows';
import type { Table, Write } from '#shared/dynamodb/table';
import type { FileStore } from '#shared/events/ports/stores';
import { IMAGE_TYPES } from '#shared/files/rules/image-type';
import type { StoredFile } from '#shared/files/rules/stored-file';

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
