import * as v from 'valibot';
import type { CopyProgress } from '#shared/foundation/files/rules/copy-progress';

const ProgressRow = v.object({
  uploadId: v.string(),
  parts: v.number(),
  bytes: v.number(),
  totalBytes: v.number(),
  etag: v.nullable(v.string()),
  digest: v.nullable(v.object({ algorithm: v.picklist(['sha-256', 'md5']), base64: v.string() })),
});

/** How far a file is copied, or its size once it is, as rows have it. */
export const CopyRow: v.GenericSchema<unknown, CopyProgress | { readonly sizeBytes: number }> = v.union([
  ProgressRow,
  v.strictObject({ sizeBytes: v.number() }),
]);
