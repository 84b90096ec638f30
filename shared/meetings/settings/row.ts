import * as v from 'valibot';
import { id, label } from '#shared/foundation/dynamodb/row-parts';
import type { Source } from '#shared/meetings/settings/rules/resolve-settings';
import {
  type EffectiveValues,
  type SettingPath,
  type SettingValues,
  SUMMARY_EMAIL,
} from '#shared/meetings/settings/rules/settings';

const start = v.picklist(['on_join', 'on_command']);
const summaryEmail = v.picklist(SUMMARY_EMAIL);

// Absent in rows of before they were stored.
const days = v.optional(v.nullable(v.number()), null);
const RetentionRow = {
  'retention.media_days': days,
  'retention.transcript_days': days,
  'retention.meeting_days': days,
};

export const EffectiveRow: v.GenericSchema<unknown, EffectiveValues> = v.object({
  'recording.enabled': v.boolean(),
  'recording.methods.bot.start': start,
  'recording.methods.bot.mode': v.picklist(['audio_and_video', 'audio_only']),
  'recording.methods.bot.silence_detection.alert': v.boolean(),
  'transcription.language': v.string(),
  'summary.template': v.string(),
  'summary.language': v.string(),
  // Absent in rows of before it was stored.
  'summary.email': v.optional(summaryEmail, 'off'),
  'branding.brand_kit_id': v.string(),
  ...RetentionRow,
});

export const SettingValuesRow: v.GenericSchema<unknown, SettingValues> = v.object({
  'recording.enabled': v.exactOptional(v.boolean()),
  'recording.methods.bot.start': v.exactOptional(start),
  'recording.methods.bot.mode': v.exactOptional(v.picklist(['audio_and_video', 'audio_only', 'inherit'])),
  'recording.methods.bot.silence_detection.alert': v.exactOptional(v.boolean()),
  'transcription.language': v.exactOptional(v.string()),
  'summary.template': v.exactOptional(v.string()),
  'summary.language': v.exactOptional(v.string()),
  'summary.email': v.exactOptional(summaryEmail),
  'branding.brand_kit_id': v.exactOptional(v.string()),
  'retention.media_days': v.exactOptional(v.number()),
  'retention.transcript_days': v.exactOptional(v.number()),
  'retention.meeting_days': v.exactOptional(v.number()),
});

const SourceRow: v.GenericSchema<unknown, Source> = v.union([
  v.object({ assignmentId: id('asg') }),
  v.object({
    assignmentId: v.null(),
    reason: label([
      'default',
      'declined',
      'no_meeting_url',
      'unsupported_platform',
      'recorded_elsewhere',
      'usage_limit',
    ]),
  }),
]);

/** Absent in rows of before it was stored. */
const LaterSourceRow = v.optional(SourceRow, { assignmentId: null, reason: 'default' });

export const SourcesRow: v.GenericSchema<unknown, Readonly<Record<SettingPath, Source>>> = v.object({
  'recording.enabled': SourceRow,
  'recording.methods.bot.start': SourceRow,
  'recording.methods.bot.mode': SourceRow,
  'recording.methods.bot.silence_detection.alert': SourceRow,
  'transcription.language': SourceRow,
  'summary.template': SourceRow,
  'summary.language': SourceRow,
  'summary.email': LaterSourceRow,
  'branding.brand_kit_id': SourceRow,
  'retention.media_days': LaterSourceRow,
  'retention.transcript_days': LaterSourceRow,
  'retention.meeting_days': LaterSourceRow,
});
