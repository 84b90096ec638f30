import { getCalendarEventContract } from '#shared/calendar-events/contract';
import { presentCalendarEvent } from '#shared/calendar-events/present';
import type { CalendarEventStore } from '#shared/events/ports/stores';
import { operation } from '#shared/http/operation';
import { found, type Places } from '#shared/http/places';

interface Needs {
  readonly events: CalendarEventStore;
  readonly places: Places;
}

/** GET /calendar_events/{id} */
export const getCalendarEvent = ({ events, places }: Needs) =>
  operation(getCalendarEventContract, {
    ahead: ({ params }) => ({ event: events.find(params.id) }),
    async run({ ahead, caller }) {
      const { resource } = await found(places, caller.userId, ahead.event, 'calendar event');
      return { status: 200, body: presentCalendarEvent(resource.state) };
    },
  });
