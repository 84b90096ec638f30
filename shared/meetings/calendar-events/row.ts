import * as v from 'valibot';
import { ofCalendar, storedOfCalendar } from '#shared/foundation/core/stored-calendar-id';
import { attendee, calendarId, id, instant, metadata, person } from '#shared/foundation/dynamodb/row-parts';
import type { CalendarEvent } from '#shared/meetings/calendar-events/rules/calendar-event';

/** A calendar event as it is stored. */
export const CalendarEventRow: v.GenericSchema<unknown, CalendarEvent> = v.pipe(
  v.object({
    id: id('cev'),
    workspaceId: id('wks'),
    meetingId: id('mtg'),
    memberId: id('mem'),
    source: v.picklist(['calendar_connection', 'calendar_sync']),
    connectionId: v.nullable(calendarId),
    account: v.optional(v.nullable(v.string()), null),
    sourceId: v.optional(v.nullable(v.string()), null),
    icalUid: v.string(),
    recurring: v.boolean(),
    originalStartsAt: instant,
    title: v.nullable(v.string()),
    startsAt: instant,
    endsAt: v.nullable(instant),
    meetingUrl: v.nullable(v.string()),
    organizer: v.nullable(person),
    attendees: v.array(attendee),
    metadata,
    cancelledAt: v.nullable(instant),
    createdAt: instant,
    updatedAt: instant,
  }),
  v.transform(ofCalendar),
);

/** What is stored of an event. */
export const storedCalendarEvent = (event: CalendarEvent): unknown => storedOfCalendar(event);
