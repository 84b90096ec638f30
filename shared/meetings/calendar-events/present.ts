import * as v from 'valibot';
import { isoOf, isoOrNull } from '#shared/foundation/core/time';
import { dateTime, idText, metadataMap, PersonBody, presentPerson } from '#shared/foundation/http/response/wire';
import type { CalendarEvent } from '#shared/meetings/calendar-events/rules/calendar-event';

export const CalendarEventBody = v.strictObject({
  id: idText('cev'),
  object: v.literal('calendar_event'),
  meeting_id: idText('mtg'),
  workspace_id: idText('wks'),
  member_id: idText('mem'),
  ical_uid: v.string(),
  recurring: v.boolean(),
  original_starts_at: dateTime,
  title: v.nullable(v.string()),
  starts_at: dateTime,
  ends_at: v.nullable(dateTime),
  meeting_url: v.nullable(v.string()),
  organizer: v.nullable(PersonBody),
  attendees: v.array(
    v.strictObject({
      ...PersonBody.entries,
      response: v.picklist(['accepted', 'declined', 'tentative', 'needs_action']),
    }),
  ),
  source: v.picklist(['calendar_connection', 'calendar_sync']),
  metadata: metadataMap,
  cancelled_at: v.nullable(dateTime),
  created_at: dateTime,
  updated_at: dateTime,
});

export const presentCalendarEvent = (event: CalendarEvent) => ({
  id: event.id,
  object: 'calendar_event',
  meeting_id: event.meetingId,
  workspace_id: event.workspaceId,
  member_id: event.memberId,
  ical_uid: event.icalUid,
  recurring: event.recurring,
  original_starts_at: isoOf(event.originalStartsAt),
  title: event.title,
  starts_at: isoOf(event.startsAt),
  ends_at: isoOrNull(event.endsAt),
  meeting_url: event.meetingUrl,
  organizer: event.organizer && presentPerson(event.organizer),
  attendees: event.attendees.map((attendee) => ({ ...presentPerson(attendee), response: attendee.response })),
  source: event.source,
  metadata: event.metadata,
  cancelled_at: isoOrNull(event.cancelledAt),
  created_at: isoOf(event.createdAt),
  updated_at: isoOf(event.updatedAt),
});
