import * as v from 'valibot';
import { type Instant, isoOf } from '#shared/foundation/core/time';
import { dateTime, idText } from '#shared/foundation/http/response/wire';
import { EXPORT_FAILURES, EXPORT_FORMATS, type Export, stateAt } from '#shared/texts/exports/rules/export';

export const ExportBody = v.strictObject({
  id: idText('exp'),
  object: v.literal('export'),
  workspace_id: idText('wks'),
  state: v.picklist(['pending', 'processing', 'ready', 'expired', 'failed']),
  format: v.picklist(EXPORT_FORMATS),
  conversation_ids: v.array(idText('con')),
  download_link: v.nullable(v.string()),
  expires_at: v.nullable(dateTime),
  size: v.nullable(v.pipe(v.number(), v.integer())),
  failure_reason: v.nullable(v.picklist(EXPORT_FAILURES)),
  created_at: dateTime,
  updated_at: dateTime,
});

/** At a moment, with a link where there is one. An event has none. */
export const presentExport = (one: Export, now: Instant, downloadLink: string | null) => ({
  id: one.id,
  object: 'export',
  workspace_id: one.workspaceId,
  state: stateAt(one, now),
  format: one.format,
  conversation_ids: one.conversationIds,
  download_link: downloadLink,
  expires_at: 'expiresAt' in one ? isoOf(one.expiresAt) : null,
  size: 'file' in one ? one.file.sizeBytes : null,
  failure_reason: one.state === 'failed' ? one.failureReason : null,
  created_at: isoOf(one.createdAt),
  updated_at: isoOf(one.updatedAt),
});
