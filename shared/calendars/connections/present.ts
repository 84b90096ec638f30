import * as v from 'valibot';
import type { CalendarConnection } from '#shared/calendars/connections/rules/calendar-connection';
import { isoOf, isoOrNull } from '#shared/core/time';
import { dateTime, idText } from '#shared/http/response/wire';

export const CalendarConnectionBody = v.strictObject({
  id: idText('cal'),
  object: v.literal('calendar_connection'),
  workspace_id: idText('wks'),
  member_id: idText('mem'),
  provider: v.picklist(['google', 'microsoft']),
  status: v.picklist(['active', 'error', 'disconnected']),
  account_email: v.string(),
  error: v.nullable(v.strictObject({ code: v.string(), message: v.string() })),
  connected_at: dateTime,
  last_synced_at: v.nullable(dateTime),
  created_at: dateTime,
});

export const presentCalendarConnection = (connection: CalendarConnection) => ({
  id: connection.id,
  object: 'calendar_connection',
  workspace_id: connection.workspaceId,
  member_id: connection.memberId,
  provider: connection.provider,
  status: connection.status,
  account_email: connection.accountEmail,
  error: connection.status === 'error' ? connection.error : null,
  connected_at: isoOf(connection.connectedAt),
  last_synced_at: isoOrNull(connection.lastSyncedAt),
  created_at: isoOf(connection.createdAt),
});
