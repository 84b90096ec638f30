import { CalendarEventAnswer, MeetingAnswer } from '#bin/demo/answers';
import type { Api } from '#bin/demo/api';
import type { Occurrence } from '#bin/demo/occurrences';
import { type WatchedMeeting, watched } from '#bin/demo/watched-meeting';
import { isoOf } from '#shared/core/time';

interface Push {
  readonly api: Api;
  readonly workspaceId: string;
  /** The member whose calendar it is. */
  readonly owner: { readonly name: string | null; readonly email: string };
}

/** Pushes one occurrence, and answers its meeting as it is now. */
export async function pushOccurrence(push: Push, moved: Occurrence, number: number): Promise<WatchedMeeting> {
  const event = await push.api.post('/calendar_events', bodyOf(push, moved), CalendarEventAnswer);
  const meeting = await push.api.get(`/meetings/${event.meeting_id}`, MeetingAnswer);
  return watched({ number, title: moved.title ?? 'Without a title', meeting, isNew: event.status === 201 });
}

const bodyOf = ({ workspaceId, owner }: Push, moved: Occurrence) => ({
  workspace_id: workspaceId,
  member_data: owner,
  ical_uid: moved.icalUid,
  recurring: moved.recurring,
  ...(moved.recurring && { original_starts_at: isoOf(moved.originalStartsAt) }),
  title: moved.title,
  starts_at: isoOf(moved.startsAt),
  ends_at: isoOf(moved.endsAt),
  meeting_url: moved.meetingUrl,
  organizer: moved.organizer,
  attendees: moved.attendees,
  cancelled: moved.cancelled,
});
