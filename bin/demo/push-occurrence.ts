import * as v from 'valibot';
import { CalendarEventSchema, MeetingSchema } from '#bin/demo/api-schemas';
import type { Occurrence } from '#bin/demo/calendar/occurrences';
import type { Client } from '#bin/demo/client';
import { type TrackedMeeting, trackedMeeting } from '#bin/demo/tracked-meeting';
import { isoOf } from '#shared/foundation/core/time';

const PushedSchema = v.object({ data: CalendarEventSchema, response: v.object({ status: v.number() }) });

interface Target {
  readonly workspace_id: string;
  /** The member whose calendar it is. */
  readonly member_data: { readonly name: string | null; readonly email: string };
}

/** Pushes one occurrence as a calendar event; answers its meeting. */
export async function pushOccurrence(
  api: Client,
  target: Target,
  occurrence: Occurrence,
  number: number,
): Promise<TrackedMeeting> {
  const body = { ...target, ...bodyOf(occurrence) };
  // With the response, whose status says whether the calendar event is new.
  const pushed = v.parse(PushedSchema, await api.pushCalendarEvent({ body, responseStyle: 'fields' }));
  const meeting = v.parse(MeetingSchema, await api.readMeeting({ path: { id: pushed.data.meeting_id } }));
  const isNew = pushed.response.status === 201;
  return trackedMeeting({ number, title: occurrence.title ?? 'Untitled', meeting, isNew });
}

const bodyOf = (occurrence: Occurrence) => ({
  ical_uid: occurrence.icalUid,
  recurring: occurrence.recurring,
  ...(occurrence.recurring && { original_starts_at: isoOf(occurrence.originalStartsAt) }),
  title: occurrence.title,
  starts_at: isoOf(occurrence.startsAt),
  ends_at: isoOf(occurrence.endsAt),
  meeting_url: occurrence.meetingUrl,
  organizer: occurrence.organizer,
  attendees: occurrence.attendees,
  cancelled: occurrence.cancelled,
});
