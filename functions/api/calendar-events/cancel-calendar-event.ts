import {
  type EndEventNeeds,
  type endCalendarEvent,
  readEvent,
} from '#shared/calendar-events/commands/end-calendar-event';
import { deleteCalendarEventContract } from '#shared/calendar-events/contract';
import { presentCalendarEvent } from '#shared/calendar-events/present';
import { operation } from '#shared/http/operation';
import { found, type Places, permitted } from '#shared/http/places';

interface Needs extends EndEventNeeds {
  readonly places: Places;
  readonly end: ReturnType<typeof endCalendarEvent>;
}

/** DELETE /calendar_events/{id}: it is off, and stays readable. */
export const cancelCalendarEvent = (needs: Needs) =>
  operation(deleteCalendarEventContract, {
    ahead: ({ params }) => ({ event: needs.events.find(params.id) }),
    async run({ ahead, caller }) {
      const reading = ahead.event.then((event) => event && readEvent(needs, event));
      reading.catch(() => undefined);
      const { place } = await found(needs.places, caller.userId, ahead.event, 'calendar event');
      const { workspace } = permitted(place, 'take_part');
      const read = await reading;
      if (!read) throw new Error('A calendar event that was found has gone.');
      return { status: 200, body: presentCalendarEvent(await needs.end(workspace.state, read)) };
    },
  });
