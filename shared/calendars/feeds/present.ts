import * as v from 'valibot';
import { presentWarnings, WarningBody } from '#shared/calendars/connections/present';
import type { CalendarFeed } from '#shared/calendars/feeds/rules/calendar-feed';
import { isoOf, isoOrNull } from '#shared/foundation/core/time';
import { dateTime, idText } from '#shared/foundation/http/response/wire';

export const CalendarFeedBody = v.strictObject({
  id: idText('cfd'),
  object: v.literal('calendar_feed'),
  workspace_id: idText('wks'),
  member_id: idText('mem'),
  host: v.string(),
  status: v.picklist(['active', 'error', 'disconnected']),
  error: v.nullable(v.strictObject({ code: v.string(), message: v.string() })),
  warnings: v.array(WarningBody),
  last_synced_at: v.nullable(dateTime),
  created_at: dateTime,
});

/** The URL is a secret: only its host is shown. */
export const presentCalendarFeed = (feed: CalendarFeed) => ({
  id: feed.id,
  object: 'calendar_feed',
  workspace_id: feed.workspaceId,
  member_id: feed.memberId,
  host: feed.host,
  status: feed.status,
  error: feed.status === 'error' ? feed.error : null,
  warnings: presentWarnings(feed.warnings),
  last_synced_at: isoOrNull(feed.lastSyncedAt),
  created_at: isoOf(feed.createdAt),
});
