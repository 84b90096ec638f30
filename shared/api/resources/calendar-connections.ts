import type { CalendarConnection } from '#shared/domain/calendar-connections/calendar-connection';
import { isoOf, isoOrNull } from '#shared/domain/time';

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
