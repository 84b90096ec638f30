import type ICAL from 'ical.js';
import type { AttendeeResponse } from '#shared/core/people';

export interface Invited {
  readonly name: string | null;
  readonly email: string | null;
}

export interface InvitedAttendee extends Invited {
  readonly response: AttendeeResponse;
}

/** What one event may hold (decisions.md §4): the rest of a longer invitation is left out. */
const MOST_ATTENDEES = 200;
const LONGEST_NAME = 100;

export function organizerOf(event: ICAL.Component): Invited | null {
  const property = event.getFirstProperty('organizer');
  return property && personIn(property);
}

/** Everybody invited, with their answer; rooms and equipment are nobody. */
export const attendeesOf = (event: ICAL.Component): readonly InvitedAttendee[] =>
  event
    .getAllProperties('attendee')
    .filter((property) => !['ROOM', 'RESOURCE'].includes(property.getFirstParameter('cutype')?.toUpperCase()))
    .slice(0, MOST_ATTENDEES)
    .map((property) => ({ ...personIn(property), response: responseIn(property) }));

function personIn(property: ICAL.Property): Invited {
  const address = String(property.getFirstValue() ?? '').replace(/^mailto:/i, '');
  const email = /^[^\s@]+@[^\s@]+$/.test(address) ? address.toLowerCase() : null;
  const name = property.getFirstParameter('cn')?.trim().slice(0, LONGEST_NAME);
  // Calendars put the address where they know no name.
  return { name: !name || name.includes('@') ? null : name, email };
}

const RESPONSES: Readonly<Record<string, AttendeeResponse>> = {
  ACCEPTED: 'accepted',
  DECLINED: 'declined',
  TENTATIVE: 'tentative',
};

const responseIn = (property: ICAL.Property): AttendeeResponse =>
  RESPONSES[property.getFirstParameter('partstat')?.toUpperCase() ?? ''] ?? 'needs_action';
