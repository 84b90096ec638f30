import type { SyncWindow } from '#shared/calendars/sync/rules/provider-event';
import { type Instant, isoOf, isoOrNull } from '#shared/foundation/core/time';
import type { CalendarEvent } from '#shared/meetings/calendar-events/rules/calendar-event';
import type { Meeting } from '#shared/meetings/meetings/rules/meeting';
import type { InMemoryTable } from '#test/doubles/dynamodb/in-memory-dynamodb';
import { stateOfRow } from '#test/support/stored-state';
import { isAhead, type Shown } from './expected.ts';

/** What the service shows of a calendar: its events that stand, and each one's meeting. */
export interface ShownMeeting {
  readonly shown: Shown;
  /** What the meeting says of itself where that is anything else than its event does. */
  readonly meetingSays: string | undefined;
}

/** Read off the rows themselves. */
export function shownIn(
  dynamo: InMemoryTable,
  now: Instant,
  window: SyncWindow,
  memberEmail: string,
): readonly ShownMeeting[] {
  const items = dynamo.items();
  const statesOf = <State>(type: string): readonly State[] =>
    items.filter((item) => item['type']?.S === type).map(stateOfRow);
  const meetings = new Map(statesOf<Meeting>('meeting').map((meeting) => [meeting.id, meeting]));
  return statesOf<CalendarEvent>('calendar_event')
    .filter(({ cancelledAt }) => cancelledAt === null)
    .filter((event) => isAhead(event, now, window))
    .map((event) => ({
      shown: shownOf(event, memberEmail),
      meetingSays: differenceOf(event, meetings.get(event.meetingId)),
    }));
}

const shownOf = (event: CalendarEvent, memberEmail: string): Shown => ({
  icalUid: event.icalUid,
  originalStartsAt: event.recurring ? isoOf(event.originalStartsAt) : null,
  startsAt: isoOf(event.startsAt),
  endsAt: isoOrNull(event.endsAt),
  title: event.title,
  link: event.meetingUrl,
  answer: event.attendees.find(({ email }) => email === memberEmail)?.response ?? null,
});

/** With one member, a meeting shows that member's event. */
function differenceOf(event: CalendarEvent, meeting: Meeting | undefined): string | undefined {
  if (!meeting) return 'nothing: it is not there';
  if (meeting.carriers.every(({ cancelled }) => cancelled)) return 'that it is cancelled';
  const fields = ['title', 'startsAt', 'endsAt', 'meetingUrl'] as const;
  const wrong = fields.find((field) => meeting[field] !== event[field]);
  return wrong && `${wrong} ${meeting[wrong]} instead of ${event[wrong]}`;
}
