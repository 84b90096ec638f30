import { apiGroup } from '#shared/api/http/api-group';
import { endpoint, ok } from '#shared/api/http/endpoint';
import { listEndpoint } from '#shared/api/http/list-endpoint';
import type { AppContext } from '#shared/api/http/ports';
import { disconnectCalendar, loadForDisconnect } from '#shared/calendars/connections/commands/disconnect-calendar';
import {
  deleteCalendarConnectionContract,
  getCalendarConnectionContract,
  listCalendarConnectionsContract,
  syncCalendarConnectionContract,
} from '#shared/calendars/connections/contract';
import { presentCalendarConnection } from '#shared/calendars/connections/present';
import { requestSync } from '#shared/calendars/sync/commands/request-sync';
import { findSynced, syncedConnectionPage } from '#shared/calendars/sync/synced-connections';
import type { CalendarConnectionId } from '#shared/foundation/core/ids';
import { served } from '#shared/wiring/served';
import { createCalendarFeed, deleteCalendarFeed, getCalendarFeed, listCalendarFeeds } from './calendar-feeds.ts';
import { createConnectLink } from './create-connect-link.ts';

interface Named {
  readonly params: { readonly id: CalendarConnectionId };
  readonly context: AppContext;
}

const findConnection = ({ params, context }: Named) => findSynced(context.table, params.id);

const list = listEndpoint(listCalendarConnectionsContract, {
  page: ({ context, workspaceId, query: { member_id: memberId, status } }, request) =>
    syncedConnectionPage(context.table, { workspaceId, memberId, status }, request),
  present: presentCalendarConnection,
});

const get = endpoint(getCalendarConnectionContract, {
  resource: findConnection,
  run: async ({ resource }) => resource.state,
  reply: (connection) => ok(presentCalendarConnection(connection)),
});

const disconnect = endpoint(deleteCalendarConnectionContract, {
  resource: findConnection,
  early: ({ context, params }) => [loadForDisconnect(context.table, params.id)],
  run: ({ context, resource }) => disconnectCalendar(context)(resource.state.id),
  reply: (connection) => ok(presentCalendarConnection(connection)),
});

/** 202: the sync runs in the background. */
const sync = endpoint(syncCalendarConnectionContract, {
  resource: findConnection,
  run: ({ context, resource }) => requestSync(context)(resource.state.id),
  reply: (connection) => ({ status: 202, body: presentCalendarConnection(connection) }),
});

export const calendarConnections = (context: AppContext) =>
  apiGroup(
    context,
    list,
    get,
    createConnectLink,
    disconnect,
    sync,
    listCalendarFeeds,
    getCalendarFeed,
    createCalendarFeed,
    deleteCalendarFeed,
  );

export const handler = served(calendarConnections);
