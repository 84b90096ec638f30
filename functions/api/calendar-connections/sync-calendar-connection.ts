import { syncCalendarConnectionContract } from '#shared/api/contracts/calendar-connections';
import { operation } from '#shared/api/operation';
import { found, type Places, permitted } from '#shared/api/places';
import { presentCalendarConnection } from '#shared/api/resources/calendar-connections';
import type { askForPass } from '#shared/commands/calendar-connections/ask-for-pass';
import type { CalendarConnection } from '#shared/domain/calendar-connections/calendar-connection';
import type { CalendarSyncStore } from '#shared/ports/calendar-syncs';
import type { CalendarConnectionStore } from '#shared/ports/stores';

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
