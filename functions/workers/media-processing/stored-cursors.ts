import * as v from 'valibot';
import { CopyRow } from '#shared/foundation/dynamodb/copy-row';
import { instant } from '#shared/foundation/dynamodb/row-parts';
import type { IngestionCursor } from '#shared/texts/ingestions/rules/ingestion';
import type { TranscriptionCursor } from '#shared/texts/orders/commands/transcribe-operation';

/** The cursor in the row of the job of an ingestion. */
export const StoredIngestion: v.GenericSchema<unknown, IngestionCursor> = v.object({
  copy: v.nullable(CopyRow),
  failing: v.nullable(v.object({ since: instant, attempts: v.number() })),
  slowAttempts: v.exactOptional(v.number()),
  isLong: v.exactOptional(v.literal(true)),
  waitingSince: v.exactOptional(instant),
});

/** The cursor in the row of the job of a transcription. */
export const StoredTranscription: v.GenericSchema<unknown, TranscriptionCursor> = v.object({
  runningSince: v.nullable(instant),
  unavailableSince: v.nullable(instant),
  heardSeconds: v.optional(v.number(), 0),
});
