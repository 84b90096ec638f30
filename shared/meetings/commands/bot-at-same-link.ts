import { isUnfinished } from '#shared/bots/rules/bot';
import type { CalendarEvent } from '#shared/calendar-events/rules/calendar-event';
import { later } from '#shared/core/time';
import type { MeetingStore } from '#shared/events/ports/stores';
import { type Meeting, placeInTime, SAME_MEETING_MS } from '#shared/meetings/rules/meeting';

type Placed = Pick<Meeting, 'id' | 'workspaceId' | 'meetingUrl' | 'startsAt' | 'createdAt'>;

/** Whether another meeting has a bot for the same link and time: docs/limits-and-rules.md#meeting-identity. */
export async function isBotAtSameLink(meetings: MeetingStore, meeting: Placed): Promise<boolean> {
  if (meeting.meetingUrl === null) return false;
  const at = placeInTime(meeting);
  const span = [later(at, -SAME_MEETING_MS), later(at, SAME_MEETING_MS)] as const;
  const there = await meetings.byLink(meeting.workspaceId, meeting.meetingUrl, ...span);
  const others = await Promise.all(
    there.filter(({ meetingId }) => meetingId !== meeting.id).map(({ meetingId }) => meetings.find(meetingId)),
  );
  return others.some((other) => other?.state.recordings.some(({ status }) => isUnfinished(status)));
}

/**
 * The same for a meeting of which one event was cancelled. It may get a new bot only where another event is linked to it
 * and it has no unfinished bot; nothing is read otherwise.
 */
export async function isBotAtSameLinkWithout(
  meetings: MeetingStore,
  meeting: Meeting,
  event: CalendarEvent,
  { meetingUrl, startsAt }: CalendarEvent,
): Promise<boolean> {
  const goesOn = meeting.carriers.some(({ eventId, cancelled }) => eventId !== event.id && !cancelled);
  const hasBot = meeting.recordings.some(({ status }) => isUnfinished(status));
  return goesOn && !hasBot && isBotAtSameLink(meetings, { ...meeting, meetingUrl, startsAt });
}
