import { getCalendarEventContract } from '#shared/api/contracts/calendar-events';
import { operation } from '#shared/api/operation';
import { found, type Places } from '#shared/api/places';
import { presentCalendarEvent } from '#shared/api/resources/calendar-events';
import type { CalendarEventStore } from '#shared/ports/stores';

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
