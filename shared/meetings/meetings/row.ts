import * as v from 'valibot';
import { category, id, instant, metadata, person } from '#shared/foundation/dynamodb/row-parts';
import type { BotResults, MediaFile } from '#shared/meetings/bots/rules/bot';
import { TRANSCRIPT_OUTCOMES } from '#shared/meetings/bots/rules/transcript-outcome';
import { CalendarEventRow } from '#shared/meetings/calendar-events/row';
import type { Meeting } from '#shared/meetings/meetings/rules/meeting';
import { EffectiveRow, SettingValuesRow, SourcesRow } from '#shared/meetings/settings/row';
import type { SettingsLayer } from '#shared/meetings/settings/rules/resolve-settings';

const part = v.picklist(['none', 'processing', 'ready', 'failed']);

export const ResultsRow: v.GenericSchema<unknown, BotResults> = v.object({
  transcript: part,
  transcriptLanguage: v.nullable(v.string()),
  summary: part,
  media: part,
  durationSeconds: v.nullable(v.number()),
  transcriptOutcome: v.exactOptional(v.picklist(TRANSCRIPT_OUTCOMES)),
  correction: v.exactOptional(v.string()),
});

export const FileRow: v.GenericSchema<unknown, MediaFile> = v.object({
  kind: v.picklist(['audio', 'video']),
  contentType: v.string(),
  sizeBytes: v.number(),
  key: v.string(),
});

const LayerRow: v.GenericSchema<unknown, SettingsLayer> = v.object({
  assignmentId: id('asg'),
  settingsId: id('set'),
  category,
  values: SettingValuesRow,
});

const LinkedEventRow = v.object({
  eventId: id('cev'),
  memberId: id('mem'),
  source: v.picklist(['calendar_connection', 'calendar_sync']),
  organizes: v.boolean(),
  declined: v.boolean(),
  cancelled: v.boolean(),
  since: instant,
});

const RecordingRow = v.object({
  botId: id('bot'),
  automatic: v.boolean(),
  status: v.picklist(['queued', 'joining', 'in_call', 'processing', 'completed', 'failed', 'cancelled']),
  // Absent in rows of before it was stored.
  dispatched: v.optional(v.boolean(), false),
  scheduledAt: instant,
  call: v.exactOptional(v.string()),
  startedAt: v.nullable(instant),
  endedAt: v.nullable(instant),
  hasMedia: v.boolean(),
  results: ResultsRow,
});

export const MeetingRow: v.GenericSchema<unknown, Meeting> = v.object({
  id: id('mtg'),
  workspaceId: id('wks'),
  source: v.picklist(['calendar_connection', 'calendar_sync', 'bot']),
  title: v.nullable(v.string()),
  startsAt: v.nullable(instant),
  endsAt: v.nullable(instant),
  meetingUrl: v.nullable(v.string()),
  platform: v.nullable(v.picklist(['meet', 'zoom', 'teams'])),
  organizer: v.nullable(person),
  invited: v.array(person),
  calendarEvent: v.nullable(CalendarEventRow),
  carriers: v.array(LinkedEventRow),
  botMembers: v.array(id('mem')),
  recordings: v.array(RecordingRow),
  settings: v.object({
    values: EffectiveRow,
    sources: SourcesRow,
    external: v.boolean(),
    layers: v.object({
      own: v.array(LayerRow),
      workspace: v.array(LayerRow),
      members: v.record(v.string(), v.array(LayerRow)),
    }),
  }),
  finishedAs: v.nullable(v.picklist(['ready', 'failed'])),
  chosenJoinAt: v.exactOptional(instant),
  sharesCall: v.exactOptional(v.string()),
  conversationId: v.exactOptional(id('con')),
  resultsRemovedAt: v.exactOptional(instant),
  heldAt: v.exactOptional(instant),
  metadata,
  createdAt: instant,
  updatedAt: instant,
});
