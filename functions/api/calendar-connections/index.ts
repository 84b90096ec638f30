import { apiGroup } from '#shared/api/api-group';
import { askForPass } from '#shared/commands/calendar-connections/ask-for-pass';
import { createConnectLink as create } from '#shared/commands/calendar-connections/create-connect-link';
import { disconnectCalendar as disconnect } from '#shared/commands/calendar-connections/disconnect-calendar';
import { oneTimeSecrets } from '#shared/providers/one-time-secrets';
import { calendarConnectionStore } from '#shared/storage/calendar-connections';
import { calendarSyncStore } from '#shared/storage/calendar-syncs';
import { memberStore } from '#shared/storage/members';
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
