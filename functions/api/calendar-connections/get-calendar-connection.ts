import { getCalendarConnectionContract } from '#shared/calendars/connections/contract';
import { presentCalendarConnection } from '#shared/calendars/connections/present';
import type { CalendarConnectionStore } from '#shared/events/ports/stores';
import { operation } from '#shared/http/operation';
import { found, type Places } from '#shared/http/places';

interface Needs {
  readonly connections: CalendarConnectionStore;
  readonly places: Places;
}

/** GET /calendar_connections/{id} */
export const getCalendarConnection = ({ connections, places }: Needs) =>
  operation(getCalendarConnectionContract, {
    ahead: ({ params }) => ({ connection: connections.find(params.id) }),
    async run({ ahead, caller }) {
      const { resource } = await found(places, caller.userId, ahead.connection, 'calendar connection');
      return { status: 200, body: presentCalendarConnection(resource.state) };
    },
  });
