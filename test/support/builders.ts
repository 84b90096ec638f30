import type { BotResults } from '#shared/domain/bots/bot';
import type { CalendarEvent } from '#shared/domain/calendar-events/calendar-event';
import type { BotId, CalendarEventId, MeetingId, MemberId, WorkspaceId } from '#shared/domain/ids';
import type { Carrier, Meeting, Recording } from '#shared/domain/meetings/meeting';
import { DEFAULTS_ALONE, type SettingsBlock } from '#shared/domain/settings/resolve-settings';
import type { EffectiveValues } from '#shared/domain/settings/setting-values';
import { HOUR_MS, type Instant, later } from '#shared/domain/time';

/** Noon of the day on which everything built here takes place. */
export const noon = Date.UTC(2026, 10, 2, 12) as Instant;

/** So many minutes after noon. */
export const minutes = (count: number): Instant => later(noon, count * 60_000);

export const ids = {
  workspace: 'wks_01jbz000000000000000000000' as WorkspaceId,
  meeting: 'mtg_01jbz000000000000000000000' as MeetingId,
  ada: 'mem_01jbz000000000000000000001' as MemberId,
  ben: 'mem_01jbz000000000000000000002' as MemberId,
  event: 'cev_01jbz000000000000000000000' as CalendarEventId,
  bot: 'bot_01jbz000000000000000000000' as BotId,
  otherBot: 'bot_01jbz000000000000000000001' as BotId,
};

/** In Ada's calendar, from one to two, on Google Meet, recorded by nobody yet. */
export const aMeeting = (changes: Partial<Meeting> = {}): Meeting => ({
  id: ids.meeting,
  workspaceId: ids.workspace,
  source: 'calendar_sync',
  title: 'Planning',
  startsAt: minutes(60),
  endsAt: minutes(120),
  meetingUrl: 'https://meet.google.com/abc-good-def',
  platform: 'meet',
  organizer: null,
  invited: [],
  calendarEvent: aCalendarEvent(),
  carriers: [aCarrier()],
  botMembers: [],
  recordings: [],
  settings: DEFAULTS_ALONE,
  finishedAs: null,
  metadata: {},
  createdAt: later(noon, -HOUR_MS),
  updatedAt: later(noon, -HOUR_MS),
  ...changes,
});

/** The same, and its settings want it recorded. */
export const aRecordedMeeting = (changes: Partial<Meeting> = {}): Meeting =>
  aMeeting({ settings: settingsWith({ 'recording.enabled': true }), ...changes });

export const settingsWith = (values: Partial<EffectiveValues>): SettingsBlock => ({
  ...DEFAULTS_ALONE,
  values: { ...DEFAULTS_ALONE.values, ...values },
});

export const aCalendarEvent = (changes: Partial<CalendarEvent> = {}): CalendarEvent => ({
  id: ids.event,
  workspaceId: ids.workspace,
  meetingId: ids.meeting,
  memberId: ids.ada,
  source: 'calendar_sync',
  icalUid: 'abc@calendar.test',
  recurring: false,
  originalStartsAt: minutes(60),
  title: 'Planning',
  startsAt: minutes(60),
  endsAt: minutes(120),
  meetingUrl: 'https://meet.google.com/abc-good-def',
  organizer: null,
  attendees: [],
  metadata: {},
  cancelledAt: null,
  createdAt: later(noon, -HOUR_MS),
  updatedAt: later(noon, -HOUR_MS),
  ...changes,
});

export const aCarrier = (changes: Partial<Carrier> = {}): Carrier => ({
  eventId: ids.event,
  memberId: ids.ada,
  source: 'calendar_sync',
  organizes: false,
  declined: false,
  cancelled: false,
  since: later(noon, -HOUR_MS),
  ...changes,
});

/** What a meeting remembers of an automatic bot that waits for its start. */
export const aRecording = (changes: Partial<Recording> = {}): Recording => ({
  botId: ids.bot,
  automatic: true,
  status: 'queued',
  scheduledAt: minutes(57),
  startedAt: null,
  endedAt: null,
  hasMedia: false,
  results: theResults(),
  ...changes,
});

/** One that recorded for a quarter of an hour from the start. */
export const aCompletedRecording = (changes: Partial<Recording> = {}): Recording =>
  aRecording({
    status: 'completed',
    startedAt: minutes(60),
    endedAt: minutes(75),
    hasMedia: true,
    results: theResults({ transcript: 'ready', summary: 'ready', media: 'ready' }),
    ...changes,
  });

export const theResults = (changes: Partial<BotResults> = {}): BotResults => ({
  transcript: 'none',
  transcriptLanguage: null,
  summary: 'none',
  media: 'none',
  durationSeconds: null,
  ...changes,
});
