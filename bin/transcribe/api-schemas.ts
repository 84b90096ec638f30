import * as v from 'valibot';
import { EXPORT_FAILURES } from '#shared/texts/exports/rules/export';
import { FAILURE_REASONS } from '#shared/texts/orders/rules/failure-reasons';
import { OPERATION_STATES, ORDER_STATES } from '#shared/texts/orders/rules/order';

/** The response fields that npm run transcribe uses. Unknown fields are ignored, as in any client. */

export const UploadSchema = v.object({
  id: v.string(),
  parts: v.nullable(v.array(v.object({ number: v.number(), signed_url: v.string() }))),
  url: v.nullable(v.string()),
});

const state = v.picklist(OPERATION_STATES);

export const OrderSchema = v.object({
  id: v.string(),
  kind: v.picklist(['transcription', 'subtitles', 'translation']),
  state: v.picklist(ORDER_STATES),
  failure_reason: v.nullable(v.picklist(FAILURE_REASONS)),
  ingestions: v.array(v.object({ state, duration_seconds: v.nullable(v.number()) })),
  operations: v.array(v.object({ state })),
  outputs_ids: v.array(v.string()),
});
export type ShownOrder = v.InferOutput<typeof OrderSchema>;

export const ConversationSchema = v.object({
  language: v.nullable(v.string()),
  audio_length_in_seconds: v.nullable(v.number()),
});

export const ExportSchema = v.object({
  id: v.string(),
  state: v.picklist(['pending', 'processing', 'ready', 'expired', 'failed']),
  download_link: v.nullable(v.string()),
  failure_reason: v.nullable(v.picklist(EXPORT_FAILURES)),
});
