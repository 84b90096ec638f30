import { disconnectCalendar as disconnect } from '#shared/calendars/connections/commands/disconnect-calendar';
import { calendarConnectionStore } from '#shared/calendars/connections/store';
import { createConnectLink as create } from '#shared/calendars/consent/commands/create-connect-link';
import { askForPass } from '#shared/calendars/sync/commands/ask-for-pass';
import { calendarSyncStore } from '#shared/calendars/sync/store';
import { apiGroup } from '#shared/http/api-group';
import type { AppContext } from '#shared/http/ports/app-context';
import { memberStore } from '#shared/members/store';
import { oneTimeSecrets } from '#shared/platform/one-time-secrets';
import { served } from '#shared/wiring/in-the-cloud';
import { createConnectLink } from './create-connect-link.ts';
import { disconnectCalendar } from './disconnect-calendar.ts';
import { getCalendarConnection } from './get-calendar-connection.ts';
import { listCalendarConnections } from './list-calendar-connections.ts';
import { syncCalendarConnection } from './sync-calendar-connection.ts';

export function calendarConnections(context: AppContext) {
  const needs = {
    ...context,
    connections: calendarConnectionStore(context.table),
    members: memberStore(context.table),
    syncs: calendarSyncStore(context.table),
    secrets: oneTimeSecrets(context),
  };
  return apiGroup(
    context,
    listCalendarConnections(needs),
    getCalendarConnection(needs),
    createConnectLink({ ...needs, create: create(needs) }),
    disconnectCalendar({ ...needs, disconnect: disconnect(needs) }),
    syncCalendarConnection({ ...needs, ask: askForPass(needs) }),
  );
}

export const handler = served(calendarConnections);
