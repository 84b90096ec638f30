import {
  type DisconnectNeeds,
  type disconnectCalendar as disconnectCommand,
  readConnection,
} from '#shared/calendars/connections/commands/disconnect-calendar';
import { deleteCalendarConnectionContract } from '#shared/calendars/connections/contract';
import { presentCalendarConnection } from '#shared/calendars/connections/present';
import { operation } from '#shared/http/operation';
import { found, type Places, permitted } from '#shared/http/places';

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
