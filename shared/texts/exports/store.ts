import * as v from 'valibot';
import { countedFilesOf } from '#shared/accounts/usage/stored-files-store';
import { entity } from '#shared/foundation/dynamodb/entity';
import { id, instant, label } from '#shared/foundation/dynamodb/row-parts';
import { EXPORT_FAILURES, EXPORT_FORMATS, type Export } from '#shared/texts/exports/rules/export';
import { SubtitleStyleRow } from '#shared/texts/subtitles/row';

const requested = {
  id: id('exp'),
  workspaceId: id('wks'),
  conversationIds: v.array(id('con')),
  format: v.picklist(EXPORT_FORMATS),
  options: v.object({
    showTimestamps: v.boolean(),
    timestampsEverySeconds: v.nullable(v.number()),
    showSpeakers: v.boolean(),
  }),
  style: v.union([v.picklist(['default', 'none']), SubtitleStyleRow]),
  fileStem: v.nullable(v.string()),
  createdAt: instant,
  updatedAt: instant,
};

const file = v.object({ key: v.string(), name: v.string(), contentType: v.string(), sizeBytes: v.number() });

/** Exports of a workspace. */
export const exportEntity = entity<Export>({
  noun: 'export',
  type: 'export',
  prefix: 'exp',
  list: 'EXP',
  dependents: countedFilesOf,
  schema: v.variant('state', [
    v.object({ ...requested, state: v.picklist(['pending', 'processing']) }),
    v.object({ ...requested, state: v.picklist(['ready', 'expired']), file, expiresAt: instant }),
    v.object({ ...requested, state: v.literal('failed'), failureReason: label(EXPORT_FAILURES) }),
  ]),
  notes: { rows: { 'EXPORTING#wks_, exp_': 'A PDF export that waits until a limit has room' } },
});
