import * as v from 'valibot';
import { NEW_CURSOR, type RecordingCursor } from '#shared/bots/rules/recording-cursor';
import type { JsonObject } from '#shared/core/json';
import { instant } from '#shared/dynamodb/row-parts';

const CopyProgress = v.object({
  uploadId: v.string(),
  parts: v.number(),
  bytes: v.number(),
  totalBytes: v.number(),
  etag: v.nullable(v.string()),
  digest: v.nullable(v.object({ algorithm: v.picklist(['sha-256', 'md5']), base64: v.string() })),
});

/** The cursor in the row of a job. */
const StoredCursor: v.GenericSchema<unknown, RecordingCursor> = v.object({
  media: v.record(v.string(), v.union([CopyProgress, v.strictObject({ sizeBytes: v.number() })])),
  failing: v.nullable(v.object({ since: instant, attempts: v.number() })),
  // Cursors of jobs from before there was one have none.
  transcription: v.optional(
    v.nullable(
      v.object({
        by: v.picklist(['recorder', 'speech']),
        state: v.picklist(['asked', 'running', 'heard']),
        runningSince: v.nullable(instant),
      }),
    ),
    null,
  ),
});

export const cursorIn = (stored: JsonObject | undefined): RecordingCursor =>
  stored === undefined ? NEW_CURSOR : v.parse(StoredCursor, stored);
