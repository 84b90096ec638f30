import type ICAL from 'ical.js';
import type { AttendeeResponse } from '#shared/foundation/core/people';

export interface Invited {
  readonly name: string | null;
  readonly email: string | null;
}

export interface InvitedAttendee extends Invited {
  readonly response: AttendeeResponse;
}

/** Limits of a calendar event in the API. */
const MAX_ATTENDEES = 200;
const MAX_NAME_LENGTH = 100;

export function organizerOf(event: ICAL.Component): Invited | null {
  const property = event.getFirstProperty('organizer');
  return property && personIn(property);
}

/** Invited people with their response, without rooms and equipment. */
export const attendeesOf = (event: ICAL.Component): readonly InvitedAttendee[] =>
  event
    .getAllProperties('attendee')
    .filter((property) => !['ROOM', 'RESOURCE'].includes(property.getFirstParameter('cutype')?.toUpperCase()))
    .slice(0, MAX_ATTENDEES)
    .map((property) => ({ ...personIn(property), response: responseIn(property) }));

function personIn(property: ICAL.Property): Invited {
  const address = String(property.getFirstValue() ?? '').replace(/^mailto:/i, '');
  const email = /^[^\s@]+@[^\s@]+$/.test(address) ? address.toLowerCase() : null;
  const name = property.getFirstParameter('cn')?.trim().slice(0, MAX_NAME_LENGTH);
  // Without a name, calendars repeat the address.
  return { name: !name || name.includes('@') ? null : name, email };
}

const RESPONSES: Readonly<Record<string, AttendeeResponse>> = {
  ACCEPTED: 'accepted',
  DECLINED: 'declined',
  TENTATIVE: 'tentative',
};

const responseIn = (property: ICAL.Property): AttendeeResponse =>
  RESPONSES[property.getFirstParameter('partstat')?.toUpperCase() ?? ''] ?? 'needs_action';
