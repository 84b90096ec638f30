import { syncCalendarConnectionContract } from '#shared/calendars/connections/contract';
import { presentCalendarConnection } from '#shared/calendars/connections/present';
import type { CalendarConnection } from '#shared/calendars/connections/rules/calendar-connection';
import type { askForPass } from '#shared/calendars/sync/commands/ask-for-pass';
import type { CalendarSyncStore } from '#shared/calendars/sync/ports/calendar-syncs';
import type { CalendarConnectionStore } from '#shared/events/ports/stores';
import { operation } from '#shared/http/operation';
import { found, type Places, permitted } from '#shared/http/places';

interface Needs {
  readonly connections: CalendarConnectionStore;
  readonly syncs: CalendarSyncStore;
  readonly places: Places;
  readonly ask: ReturnType<typeof askForPass>;
}

/** POST /calendar_connections/{id}/sync: 202, since the pass is made in the background. */
export const syncCalendarConnection = ({ connections, syncs, places, ask }: Needs) =>
  operation(syncCalendarConnectionContract, {
    ahead: ({ params }) => ({ connection: connections.find(params.id), sync: syncs.find(params.id) }),
    async run({ ahead, caller, once }) {
      const { resource, place } = await found(places, caller.userId, ahead.connection, 'calendar connection');
      permitted(place, 'take_part');
      const sync = await ahead.sync;
      return once(
        (connection: CalendarConnection) => ({ status: 202, body: presentCalendarConnection(connection) }),
        (keep) => ask({ connection: resource.state, sync }, keep),
      );
    },
  });
