import type { ApiClient } from '#bin/demo/api-client';
import { CalendarEventSchema, MeetingSchema } from '#bin/demo/api-schemas';
import type { Occurrence } from '#bin/demo/calendar/occurrences';
import { type TrackedMeeting, trackedMeeting } from '#bin/demo/tracked-meeting';
import { isoOf } from '#shared/core/time';

interface Target {
  readonly workspace_id: string;
  /** The member whose calendar it is. */
  readonly member_data: { readonly name: string | null; readonly email: string };
}

/** Pushes one occurrence as a calendar event; answers its meeting. */
export async function pushOccurrence(
  api: ApiClient,
  target: Target,
  occurrence: Occurrence,
  number: number,
): Promise<TrackedMeeting> {
  const pushed = await api.post('/calendar_events', { ...target, ...bodyOf(occurrence) }, CalendarEventSchema);
  const meeting = await api.get(`/meetings/${pushed.body.meeting_id}`, MeetingSchema);
  return trackedMeeting({ number, title: occurrence.title ?? 'Untitled', meeting, isNew: pushed.status === 201 });
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
