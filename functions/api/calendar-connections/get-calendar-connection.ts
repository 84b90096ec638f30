import { getCalendarConnectionContract } from '#shared/api/contracts/calendar-connections';
import { operation } from '#shared/api/operation';
import { found, type Places } from '#shared/api/places';
import { presentCalendarConnection } from '#shared/api/resources/calendar-connections';
import type { CalendarConnectionStore } from '#shared/ports/stores';

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
