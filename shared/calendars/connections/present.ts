import * as v from 'valibot';
import type {
  CalendarConnection,
  SyncWarning,
  SyncWarningCode,
} from '#shared/calendars/connections/rules/calendar-connection';
import { isoOf, isoOrNull } from '#shared/foundation/core/time';
import { dateTime, idText } from '#shared/foundation/http/response/wire';

export const WarningBody = v.strictObject({
  code: v.string(),
  message: v.string(),
  count: v.number(),
  last_seen_at: dateTime,
  examples: v.array(
    v.strictObject({ ical_uid: v.nullable(v.string()), what: v.string(), line: v.nullable(v.number()) }),
  ),
});

export const CalendarConnectionBody = v.strictObject({
  id: idText('cal'),
  object: v.literal('calendar_connection'),
  workspace_id: idText('wks'),
  member_id: idText('mem'),
  provider: v.picklist(['google', 'microsoft']),
  status: v.picklist(['active', 'error', 'disconnected']),
  account_email: v.string(),
  error: v.nullable(v.strictObject({ code: v.string(), message: v.string() })),
  warnings: v.array(WarningBody),
  connected_at: dateTime,
  last_synced_at: v.nullable(dateTime),
  created_at: dateTime,
});

const WARNINGS: Readonly<Record<SyncWarningCode, string>> = {
  unreadable_event:
    'The calendar has events or lines in a form that cannot be read. Such events stay as they were synced last; a line costs itself.',
  unreadable_series: 'The calendar has series that cannot be read. Their events stay as they were synced last.',
  unreadable_exception:
    'The calendar has exceptions of series that cannot be read. They stay as they were synced last; the rest of the series is read.',
  unknown_time_zone:
    'The calendar has events in unknown time zones. They are read in the time zone of the calendar, else in the one of its other events, else in UTC.',
  missing_uid: 'The calendar has events without a UID. Each is known by its start, end, title and organizer.',
  duplicate_uid: 'The calendar has different events with one UID. Each of them is a meeting.',
  rejected_event: 'Events of the calendar cannot be stored, for example because one is too large.',
  limit_reached:
    'Changes of the calendar wait: until the day (UTC) ends where the feeds of the workspace have changed too much, or this one has too many occurrences; for a poll where calendars change too many people in a minute. Nothing of the feed is lost.',
};

/** Of a code that a newer version wrote. */
const OTHER_WARNING = 'The calendar has events that cannot be read as they are.';

export const presentWarnings = (warnings: readonly SyncWarning[]) =>
  warnings.map(({ code, count, lastSeenAt, examples }) => ({
    code,
    message: Object.hasOwn(WARNINGS, code) ? WARNINGS[code] : OTHER_WARNING,
    count,
    last_seen_at: isoOf(lastSeenAt),
    examples: examples.map(({ icalUid, what, line }) => ({ ical_uid: icalUid, what, line })),
  }));

export const presentCalendarConnection = (connection: CalendarConnection) => ({
  id: connection.id,
  object: 'calendar_connection',
  workspace_id: connection.workspaceId,
  member_id: connection.memberId,
  provider: connection.provider,
  status: connection.status,
  account_email: connection.accountEmail,
  error: connection.status === 'error' ? connection.error : null,
  warnings: presentWarnings(connection.warnings),
  connected_at: isoOf(connection.connectedAt),
  last_synced_at: isoOrNull(connection.lastSyncedAt),
  created_at: isoOf(connection.createdAt),
});
