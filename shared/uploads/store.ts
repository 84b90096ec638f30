import * as v from 'valibot';
import type { UploadId } from '#shared/core/ids';
import type { Loaded } from '#shared/core/store';
import type { Table } from '#shared/core/table';
import { type Instant, ttlAt } from '#shared/core/time';
import { entity } from '#shared/dynamodb/entity';
import { id, instant } from '#shared/dynamodb/row-parts';
import { type MediaUpload, uploadEndsAt } from '#shared/uploads/rules/upload';
import { countedFilesOf } from '#shared/usage/stored-files-store';

const base = { id: id('upl'), workspaceId: id('wks'), filename: v.string(), createdAt: instant };

/** Uploads of media files. The table drops a row when its upload has ended; `findUpload` does not wait for that. */
export const uploads = entity<MediaUpload>({
  noun: 'upload',
  type: 'upload',
  prefix: 'upl',
  list: 'UPL',
  dependents: countedFilesOf,
  schema: v.variant('status', [
    v.object({ ...base, status: v.literal('whole'), sizeBytes: v.optional(v.number()) }),
    v.object({ ...base, status: v.literal('parts'), sizeBytes: v.number(), multipartId: v.string() }),
    v.object({ ...base, status: v.literal('completed'), sizeBytes: v.number() }),
  ]),
  attributes: (upload) => ({ ttl: ttlAt(uploadEndsAt(upload)) }),
  notes: { rows: { 'UPLOADING#wks_, usr_#n': 'An unused upload of a user, until its link ends' } },
});

/** An upload that has not ended. */
export async function findUpload(
  table: Table,
  upload: UploadId,
  now: Instant,
): Promise<Loaded<MediaUpload> | undefined> {
  const found = await uploads.find(table, upload);
  return found && uploadEndsAt(found.state) > now ? found : undefined;
}
