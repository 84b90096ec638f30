import type { GoogleEvent, GoogleWhen } from '#shared/calendars/google/google-schemas';
import { instantInZone } from '#shared/calendars/requests/time-in-zone';
import type { ProviderAttendee, ProviderEvent, ProviderPerson } from '#shared/calendars/sync/rules/provider-event';
import type { AttendeeResponse } from '#shared/foundation/core/people';
import { type Instant, readInstant } from '#shared/foundation/core/time';

/** Meetings, and those that Google creates from e-mails. Not focus time, out of office, working location or birthday. */
export const EVENT_TYPES: readonly string[] = ['default', 'fromGmail'];

const RESPONSES: Readonly<Record<string, AttendeeResponse>> = {
  accepted: 'accepted',
  declined: 'declined',
  tentative: 'tentative',
};

/** An event of a calendar in that time zone. An event without a start or a UID counts as deleted. */
export function providerEventOf(event: GoogleEvent, zone: string): ProviderEvent {
  const { id, iCalUID, recurringEventId, eventType = 'default' } = event;
  const startsAt = instantOf(event.start, zone);
  const gone = { kind: 'gone', id } as const;
  if (event.status === 'cancelled' || !EVENT_TYPES.includes(eventType)) return gone;
  if (iCalUID === undefined || startsAt === undefined) return gone;
  const ownResponse = event.attendees.find(({ self }) => self)?.responseStatus;
  return {
    kind: 'occurrence',
    id,
    icalUid: iCalUID,
    recurring: recurringEventId !== undefined,
    seriesId: recurringEventId ?? null,
    originalStartsAt: (recurringEventId !== undefined && instantOf(event.originalStartTime, zone)) || startsAt,
    startsAt,
    endsAt: event.endTimeUnspecified ? null : (instantOf(event.end, zone) ?? null),
    isAllDay: event.start?.date !== undefined,
    isPrivate: event.visibility === 'private' || event.visibility === 'confidential',
    title: event.summary ?? null,
    location: event.location ?? null,
    description: event.description ?? null,
    conferenceLinks: linksOf(event),
    organizer: event.organizer ? personOf(event.organizer) : null,
    attendees: event.attendees.map(attendeeOf),
    ...(ownResponse !== undefined && { ownResponse: responseOf(ownResponse) }),
  };
}

function instantOf(when: GoogleWhen | undefined, zone: string): Instant | undefined {
  if (when?.date !== undefined) return instantInZone(`${when.date}T00:00:00`, zone);
  if (when?.dateTime === undefined) return undefined;
  return readInstant(when.dateTime) ?? instantInZone(when.dateTime, when.timeZone ?? zone);
}

/** The links that join by a browser, without telephone numbers and pages of instructions. */
function linksOf({ conferenceData, hangoutLink }: GoogleEvent): readonly string[] {
  const video = (conferenceData?.entryPoints ?? []).filter(({ entryPointType }) => entryPointType === 'video');
  const links = [...video.map(({ uri }) => uri), hangoutLink].flatMap((link) => link ?? []);
  return [...new Set(links)];
}

const personOf = ({ email, displayName, self }: NonNullable<GoogleEvent['organizer']>): ProviderPerson => ({
  name: displayName ?? null,
  email: email ?? null,
  ...(self && { isSelf: true }),
});

const attendeeOf = (attendee: GoogleEvent['attendees'][number]): ProviderAttendee => ({
  ...personOf(attendee),
  response: responseOf(attendee.responseStatus),
  isResource: attendee.resource === true,
});

const responseOf = (status: string | undefined): AttendeeResponse => RESPONSES[status ?? ''] ?? 'needs_action';
