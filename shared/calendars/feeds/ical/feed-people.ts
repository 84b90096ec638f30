import type ICAL from 'ical.js';
import type { ProviderAttendee, ProviderPerson } from '#shared/calendars/sync/rules/provider-event';
import type { AttendeeResponse } from '#shared/foundation/core/people';

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
  const address = String(property.getFirstValue() ?? '').trim();
  const email = mailIn(address) || textOf(property, 'email') || plainAddress(address);
  return { name: textOf(property, 'cn') || null, email: email || null };
}

/** Of a `mailto:` URI (RFC 6068), whose address may be percent-encoded. */
function mailIn(address: string): string {
  const [, mail = ''] = /mailto:(?:\/\/)?([^?]*)/i.exec(address) ?? [];
  return bare(decoded(mail));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** An address without a scheme; a URN with an @ in it is none. */
const plainAddress = (address: string): string => (/^[^:]*@[^:]*$/.test(address) ? bare(address) : '');

/** Without a name and angle brackets around it: `Bob <bob@acme.test>`. */
const bare = (address: string): string => (/<([^<>]*)>/.exec(address)?.[1] ?? address).trim();

const parameterOf = (property: ICAL.Property, name: string): string => textOf(property, name).toUpperCase();

/** The first of several values. */
function textOf(property: ICAL.Property, name: string): string {
  const value: unknown = property.getParameter(name);
  return String((Array.isArray(value) ? value[0] : value) ?? '').trim();
}
