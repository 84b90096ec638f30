import { apiGroup } from '#shared/api/api-group';
import { disconnectCalendar as disconnect } from '#shared/commands/calendar-connections/disconnect-calendar';
import { calendarConnectionStore } from '#shared/storage/calendar-connections';
import { memberStore } from '#shared/storage/members';
import { served } from '#shared/wiring/in-the-cloud';
import type { Surroundings } from '#shared/wiring/surroundings';
import { disconnectCalendar } from './disconnect-calendar.ts';
import { getCalendarConnection } from './get-calendar-connection.ts';
import { listCalendarConnections } from './list-calendar-connections.ts';

export function calendarConnections(around: Surroundings) {
  const needs = {
    ...around,
    connections: calendarConnectionStore(around.table),
    members: memberStore(around.table),
  };
  return apiGroup(
    around.edge,
    listCalendarConnections(needs),
    getCalendarConnection(needs),
    disconnectCalendar({ ...needs, disconnect: disconnect(needs) }),
  );
}

export const handler = served(calendarConnections);
