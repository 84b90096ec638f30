import type ICAL from 'ical.js';
import type { ProviderAttendee, ProviderPerson } from '#shared/calendars/sync/rules/provider-event';
import type { AttendeeResponse } from '#shared/core/people';

export function organizerIn(event: ICAL.Component): ProviderPerson | null {
  const property = event.getFirstProperty('organizer');
  return property && personIn(property);
}

/** Rooms and equipment too (RFC 5545 CUTYPE). */
export const attendeesIn = (event: ICAL.Component): readonly ProviderAttendee[] =>
  event.getAllProperties('attendee').map((property) => ({
    ...personIn(property),
    response: RESPONSES[parameterOf(property, 'partstat')] ?? 'needs_action',
    isResource: RESOURCES.includes(parameterOf(property, 'cutype')),
  }));

const RESPONSES: Readonly<Record<string, AttendeeResponse>> = {
  ACCEPTED: 'accepted',
  DECLINED: 'declined',
  TENTATIVE: 'tentative',
};

const RESOURCES: readonly string[] = ['ROOM', 'RESOURCE'];

/** An address that is no `mailto:` URI may stand in the parameter EMAIL (RFC 7986). */
function personIn(property: ICAL.Property): ProviderPerson {
  const address = String(property.getFirstValue() ?? '');
  const [, mail] = /^mailto:(.+)$/i.exec(address) ?? [];
  const email = mail ?? (textOf(property, 'email') || (address.includes('@') ? address : ''));
  return { name: textOf(property, 'cn') || null, email: email.trim() || null };
}

const parameterOf = (property: ICAL.Property, name: string): string => textOf(property, name).toUpperCase();

/** The first of several values. */
function textOf(property: ICAL.Property, name: string): string {
  const value: unknown = property.getParameter(name);
  return String((Array.isArray(value) ? value[0] : value) ?? '').trim();
}
