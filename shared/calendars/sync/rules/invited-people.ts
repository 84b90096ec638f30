import { plainLine } from '#shared/calendars/sync/rules/plain-line';
import type { ProviderAttendee, ProviderOccurrence, ProviderPerson } from '#shared/calendars/sync/rules/provider-event';
import {
  type Attendee,
  comparableEmail,
  domainOf,
  emailIn,
  type Person,
  uniqueByEmail,
} from '#shared/foundation/core/people';
import { MAX_ATTENDEES } from '#shared/meetings/calendar-events/rules/calendar-event';

/** The limits of one event: docs/limits-and-rules.md#sizes. */
const LONGEST_NAME = 100;

export type InvitedPerson = Omit<Person, 'memberId'>;
export type InvitedAttendee = Omit<Attendee, 'memberId'>;

/** Whose calendar it is. The address of the account may be another than the one the workspace knows the member by. */
export interface CalendarOwner {
  readonly memberEmail: string;
  readonly accountEmail: string;
}

/** The organizer, under the member's address when it is the member; null when it is a calendar or unknown. */
export function organizerOf({ organizer }: ProviderOccurrence, owner: CalendarOwner): InvitedPerson | null {
  return organizer && personOf(organizer, owner);
}

/**
 * Who is invited, at most 200: the calendar's own member, the organizer, other members, and then the first of the rest,
 * in the calendar's order. Rooms and equipment are left out, and each person is listed once.
 */
export function attendeesOf(
  occurrence: ProviderOccurrence,
  owner: CalendarOwner,
  isMember: (email: string) => boolean,
): readonly InvitedAttendee[] {
  const people = uniqueByEmail(withOwn(occurrence, owner));
  if (people.length <= MAX_ATTENDEES) return people;
  const organizer = occurrence.organizer && personOf(occurrence.organizer, owner)?.email;
  const rank = ({ email }: InvitedAttendee): number => {
    if (email === null) return 3;
    if (email === owner.memberEmail) return 0;
    if (email === organizer) return 1;
    return isMember(email) ? 2 : 3;
  };
  const kept = new Set([...people].sort((one, other) => rank(one) - rank(other)).slice(0, MAX_ATTENDEES));
  return people.filter((one) => kept.has(one));
}

/** The calendar's own member alone: the only attendee that is shown of a private event. */
export const ownAttendee = (occurrence: ProviderOccurrence, owner: CalendarOwner): readonly InvitedAttendee[] =>
  withOwn(occurrence, owner)
    .filter(({ email }) => email === owner.memberEmail)
    .slice(0, 1);

/** The list, with the owner's own answer: also where they are on it through a group only. */
function withOwn(occurrence: ProviderOccurrence, owner: CalendarOwner): readonly InvitedAttendee[] {
  const listed = ownFirst(occurrence.attendees, owner).flatMap((one) => attendeeOf(one, owner) ?? []);
  const { ownResponse } = occurrence;
  if (ownResponse === undefined || ownResponse === 'needs_action' || listed.length === 0) return listed;
  if (listed.some(({ email }) => email === owner.memberEmail))
    return listed.map((one) => (one.email === owner.memberEmail ? { ...one, response: ownResponse } : one));
  if (organizerOf(occurrence, owner)?.email === owner.memberEmail) return listed;
  return [...listed, { name: null, email: owner.memberEmail, response: ownResponse }];
}

/** Of several entries that are the owner's, the one the provider points at is the one that answers. */
function ownFirst(attendees: readonly ProviderAttendee[], owner: CalendarOwner): readonly ProviderAttendee[] {
  const own =
    attendees.find(({ isSelf }) => isSelf) ?? attendees.find(({ email }) => isAddress(email, owner.accountEmail));
  if (own === undefined) return attendees;
  return attendees.filter((one) => one === own || !isOwn(one, owner));
}

function attendeeOf(attendee: ProviderAttendee, owner: CalendarOwner): InvitedAttendee | null {
  if (attendee.isResource) return null;
  const person = personOf(attendee, owner);
  return person && { ...person, response: attendee.response };
}

function personOf(person: ProviderPerson, owner: CalendarOwner): InvitedPerson | null {
  const email = isOwn(person, owner) ? owner.memberEmail : addressIn(person.email);
  if (email !== null && isCalendar(email)) return null;
  const name = plainLine(person.name, LONGEST_NAME);
  // Providers repeat the address where they know no name.
  const known = name !== null && comparableEmail(name) !== comparableEmail(person.email ?? '') ? name : null;
  return known === null && email === null ? null : { name: known, email };
}

const isOwn = ({ email, isSelf }: ProviderPerson, owner: CalendarOwner): boolean =>
  isSelf === true || isAddress(email, owner.accountEmail) || isAddress(email, owner.memberEmail);

const isAddress = (email: string | null, address: string): boolean =>
  email !== null && comparableEmail(email) === address;

/** Exchange also puts directory paths in address fields; these do not identify a person. */
const addressIn = (email: string | null): string | null => emailIn(email ?? '') ?? null;

/** Google's calendars and rooms have addresses as people do; counted among people they would make a meeting external. */
const isCalendar = (email: string): boolean => /(?:^|\.)calendar\.google\.com$/.test(domainOf(email));
