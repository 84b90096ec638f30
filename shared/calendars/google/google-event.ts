import type { GoogleEvent, GoogleWhen } from '#shared/calendars/google/google-answers';
import { instantInZone } from '#shared/calendars/requests/time-in-zone';
import type { ProviderAttendee, ProviderEvent, ProviderPerson } from '#shared/calendars/sync/rules/provider-event';
import { readInstant } from '#shared/core/dates';
import type { AttendeeResponse } from '#shared/core/people';
import type { Instant } from '#shared/core/time';

/** Meetings, and those that Google reads out of mail. No focus time, absence, working place or birthday. */
export const EVENT_TYPES: readonly string[] = ['default', 'fromGmail'];

const RESPONSES: Readonly<Record<string, AttendeeResponse>> = {
  accepted: 'accepted',
  declined: 'declined',
  tentative: 'tentative',
};

/** An event as the calendar in that zone has it. What has no start or no UID is in no calendar any more. */
export function providerEventOf(event: GoogleEvent, zone: string): ProviderEvent {
  const { id, iCalUID, recurringEventId, eventType = 'default' } = event;
  const startsAt = momentOf(event.start, zone);
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
    originalStartsAt: (recurringEventId !== undefined && momentOf(event.originalStartTime, zone)) || startsAt,
    startsAt,
    endsAt: event.endTimeUnspecified ? null : (momentOf(event.end, zone) ?? null),
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

function momentOf(when: GoogleWhen | undefined, zone: string): Instant | undefined {
  if (when?.date !== undefined) return instantInZone(`${when.date}T00:00:00`, zone);
  if (when?.dateTime === undefined) return undefined;
  return readInstant(when.dateTime) ?? instantInZone(when.dateTime, when.timeZone ?? zone);
}

/** Where one joins by a browser; telephone numbers and pages about joining are left out. */
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
