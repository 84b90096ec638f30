import { disconnectCalendar as disconnect } from '#shared/calendars/connections/commands/disconnect-calendar';
import { calendarConnectionStore } from '#shared/calendars/connections/store';
import { createConnectLink as create } from '#shared/calendars/consent/commands/create-connect-link';
import { askForPass } from '#shared/calendars/sync/commands/ask-for-pass';
import { calendarSyncStore } from '#shared/calendars/sync/store';
import { apiGroup } from '#shared/http/api-group';
import { memberStore } from '#shared/members/store';
import { oneTimeSecrets } from '#shared/platform/one-time-secrets';
import { served } from '#shared/wiring/in-the-cloud';
import type { Surroundings } from '#shared/wiring/surroundings';
import { createConnectLink } from './create-connect-link.ts';
import { disconnectCalendar } from './disconnect-calendar.ts';
import { getCalendarConnection } from './get-calendar-connection.ts';
import { listCalendarConnections } from './list-calendar-connections.ts';
import { syncCalendarConnection } from './sync-calendar-connection.ts';

export function calendarConnections(around: Surroundings) {
  const needs = {
    ...around,
    connections: calendarConnectionStore(around.table),
    members: memberStore(around.table),
    syncs: calendarSyncStore(around.table),
    secrets: oneTimeSecrets(around),
  };
  return apiGroup(
    around.edge,
    listCalendarConnections(needs),
    getCalendarConnection(needs),
    createConnectLink({ ...needs, create: create(needs) }),
    disconnectCalendar({ ...needs, disconnect: disconnect(needs) }),
    syncCalendarConnection({ ...needs, ask: askForPass(needs) }),
  );
}

export const handler = served(calendarConnections);
