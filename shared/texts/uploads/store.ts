import * as v from 'valibot';
import { countedFilesOf } from '#shared/accounts/usage/stored-files-store';
import type { UploadId } from '#shared/foundation/core/ids';
import type { Loaded } from '#shared/foundation/core/store';
import type { Table } from '#shared/foundation/core/table';
import { type Instant, ttlAt } from '#shared/foundation/core/time';
import { entity } from '#shared/foundation/dynamodb/entity';
import { duePartition } from '#shared/foundation/dynamodb/keys';
import { id, instant } from '#shared/foundation/dynamodb/row-parts';
import { type MediaUpload, uploadEndsAt } from '#shared/texts/uploads/rules/upload';

const base = {
  ...{ id: id('upl'), workspaceId: id('wks'), filename: v.string(), createdAt: instant },
  ...{ limitedBytes: v.optional(v.number()), nextCheckAt: v.optional(instant) },
};

/**
 * Uploads of media files. A worker removes the row when its upload has ended, with its bytes; of uploads of before they were
 * counted, the table does. `findUpload` does not wait for that.
 */
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
  attributes: (upload) =>
    upload.nextCheckAt === undefined
      ? { ttl: ttlAt(uploadEndsAt(upload)) }
      : { due_pk: duePartition(upload.id), due_at: upload.nextCheckAt },
  notes: {
    due: 'the next look at its size, or its removal',
    rows: { 'UPLOADING#wks_, usr_#n': 'An unused upload of a user, until its link ends' },
  },
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
