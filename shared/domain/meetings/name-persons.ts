import type { CalendarEvent } from '#shared/domain/calendar-events/calendar-event';
import type { MemberId } from '#shared/domain/ids';
import type { Meeting } from '#shared/domain/meetings/meeting';
import type { Member } from '#shared/domain/members/member';
import type { Person } from '#shared/domain/people';
import { isSame } from '#shared/domain/same';
import type { Instant } from '#shared/domain/time';

/** Who a member is among the persons of a meeting. Undefined as `member`, they went: their name stays, their id goes. */
export interface Naming {
  readonly memberId: MemberId;
  readonly member: Member | undefined;
}

function named<Someone extends Person>(person: Someone, { memberId, member }: Naming): Someone {
  if (member === undefined) return person.memberId === memberId ? { ...person, memberId: null } : person;
  const isThem = person.email !== null && person.email.toLowerCase() === member.email;
  return isThem ? { ...person, memberId } : person;
}

/** The event with that person named; the very same where nothing changes. */
export function eventNaming(event: CalendarEvent, naming: Naming, now: Instant): CalendarEvent {
  const after = {
    ...event,
    organizer: event.organizer && named(event.organizer, naming),
    attendees: event.attendees.map((attendee) => named(attendee, naming)),
  };
  return isSame(event, after) ? event : { ...after, updatedAt: now };
}

/** The meeting with that person named, on the event that it shows as well; the very same where nothing changes. */
export function meetingNaming(meeting: Meeting, naming: Naming, now: Instant): Meeting {
  const after = {
    ...meeting,
    organizer: meeting.organizer && named(meeting.organizer, naming),
    invited: meeting.invited.map((person) => named(person, naming)),
    calendarEvent: meeting.calendarEvent && eventNaming(meeting.calendarEvent, naming, now),
  };
  return isSame(meeting, after) ? meeting : { ...after, updatedAt: now };
}
