import * as v from 'valibot';
import type { FileId } from '#shared/foundation/core/ids';
import type { Write } from '#shared/foundation/core/table';
import { entity } from '#shared/foundation/dynamodb/entity';
import { resourceKey } from '#shared/foundation/dynamodb/keys';
import { id, instant } from '#shared/foundation/dynamodb/row-parts';
import { IMAGE_TYPES } from '#shared/foundation/files/rules/image-type';
import type { StoredFile } from '#shared/foundation/files/rules/stored-file';

/** A file never changes. */
export const files = entity<StoredFile>({
  noun: 'file',
  type: 'file',
  prefix: 'file',
  list: 'FILE',
  schema: v.object({
    id: id('file'),
    workspaceId: id('wks'),
    copyFor: v.nullable(id('brk')),
    filename: v.string(),
    contentType: v.picklist(IMAGE_TYPES),
    size: v.number(),
    createdAt: instant,
  }),
});

/** Without a revision guard: a file that was deleted already is no conflict. */
export const removeFile = (file: FileId): Write => ({ remove: resourceKey(file) });
