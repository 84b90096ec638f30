import { deleteCalendarConnectionContract } from '#shared/api/contracts/calendar-connections';
import { operation } from '#shared/api/operation';
import { found, type Places, permitted } from '#shared/api/places';
import { presentCalendarConnection } from '#shared/api/resources/calendar-connections';
import {
  type DisconnectNeeds,
  type disconnectCalendar as disconnectCommand,
  readConnection,
} from '#shared/commands/calendar-connections/disconnect-calendar';

interface Needs extends DisconnectNeeds {
  readonly places: Places;
  readonly disconnect: ReturnType<typeof disconnectCommand>;
}

/** DELETE /calendar_connections/{id}: it stays readable, and its events are ended in the background. */
export const disconnectCalendar = (needs: Needs) =>
  operation(deleteCalendarConnectionContract, {
    ahead: ({ params }) => ({ connection: needs.connections.find(params.id) }),
    async run({ ahead, caller }) {
      const reading = ahead.connection.then((connection) => connection && readConnection(needs, connection));
      reading.catch(() => undefined);
      const { place } = await found(needs.places, caller.userId, ahead.connection, 'calendar connection');
      const { workspace } = permitted(place, 'take_part');
      const read = await reading;
      if (!read) throw new Error('A calendar connection that was found has gone.');
      return { status: 200, body: presentCalendarConnection(await needs.disconnect(workspace.state, read)) };
    },
  });
