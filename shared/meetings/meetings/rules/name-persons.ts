import type { Member } from '#shared/accounts/members/rules/member';
import type { MemberId } from '#shared/foundation/core/ids';
import { isSame } from '#shared/foundation/core/json';
import { comparableEmail, type Person } from '#shared/foundation/core/people';
import type { Instant } from '#shared/foundation/core/time';
import type { CalendarEvent } from '#shared/meetings/calendar-events/rules/calendar-event';
import type { Meeting } from '#shared/meetings/meetings/rules/meeting';

/** Links the people of a meeting to a member. Where `member` is undefined, it was removed: names stay, ids go. */
export interface Naming {
  readonly memberId: MemberId;
  readonly member: Member | undefined;
}

function named<Someone extends Person>(person: Someone, { memberId, member }: Naming): Someone {
  if (member === undefined) return person.memberId === memberId ? { ...person, memberId: null } : person;
  const isThem = person.email !== null && comparableEmail(person.email) === member.email;
  return isThem ? { ...person, memberId } : person;
}

/** The event with that person linked; the same object where nothing changes. */
export function eventNaming(event: CalendarEvent, naming: Naming, now: Instant): CalendarEvent {
  const after = {
    ...event,
    organizer: event.organizer && named(event.organizer, naming),
    attendees: event.attendees.map((attendee) => named(attendee, naming)),
  };
  return isSame(event, after) ? event : { ...after, updatedAt: now };
}

/** The meeting with that person linked, also in the event that it shows; the same object where nothing changes. */
export function meetingNaming(meeting: Meeting, naming: Naming, now: Instant): Meeting {
  const after = {
    ...meeting,
    organizer: meeting.organizer && named(meeting.organizer, naming),
    invited: meeting.invited.map((person) => named(person, naming)),
    calendarEvent: meeting.calendarEvent && eventNaming(meeting.calendarEvent, naming, now),
  };
  return isSame(meeting, after) ? meeting : { ...after, updatedAt: now };
}
