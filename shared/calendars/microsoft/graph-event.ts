import type { GraphEvent, GraphWhen } from '#shared/calendars/microsoft/graph-schemas';
import { instantInZone } from '#shared/calendars/requests/time-in-zone';
import type { ProviderAttendee, ProviderEvent, ProviderPerson } from '#shared/calendars/sync/rules/provider-event';
import type { AttendeeResponse } from '#shared/foundation/core/people';
import { type Instant, readInstant } from '#shared/foundation/core/time';

type GraphAttendee = NonNullable<GraphEvent['attendees']>[number];

/** Without an entry the response is pending: `notResponded`, and `none`, which attendees see of each other. */
const RESPONSES: Readonly<Record<string, AttendeeResponse>> = {
  organizer: 'accepted',
  accepted: 'accepted',
  tentativelyAccepted: 'tentative',
  declined: 'declined',
};

const PRIVATE = ['private', 'personal', 'confidential'];

/**
 * An event of the calendar; an occurrence of a series takes the fields that it lacks from the master of the series. An
 * event that its organizer cancelled remains visible in Outlook and counts as deleted here.
 */
export function providerEventOf(own: GraphEvent, master?: GraphEvent): ProviderEvent {
  // A field of the occurrence takes precedence, also when it is null.
  const event = { ...master, ...own };
  const startsAt = instantOf(event.start);
  const icalUid = uidOf(own, master);
  if (event.isCancelled || startsAt === undefined || !icalUid) return { kind: 'gone', id: own.id };
  return { kind: 'occurrence', id: own.id, icalUid, startsAt, ...seriesFieldsOf(own, startsAt), ...detailsOf(event) };
}

/** Each occurrence has its own iCalUId; outside this calendar only that of the series is known. */
const uidOf = (own: GraphEvent, master: GraphEvent | undefined): string | null | undefined =>
  own.uid ?? (own.seriesMasterId ? (master?.uid ?? master?.iCalUId) : own.iCalUId);

const seriesFieldsOf = ({ seriesMasterId, originalStart }: GraphEvent, startsAt: Instant) =>
  seriesMasterId
    ? { recurring: true, seriesId: seriesMasterId, originalStartsAt: readInstant(originalStart ?? '') ?? startsAt }
    : { recurring: false, seriesId: null, originalStartsAt: startsAt };

function detailsOf(event: GraphEvent) {
  const ownResponse = event.responseStatus?.response;
  return {
    endsAt: instantOf(event.end) ?? null,
    isAllDay: event.isAllDay === true,
    isPrivate: PRIVATE.includes(event.sensitivity ?? ''),
    title: event.subject ?? null,
    location: event.location?.displayName || null,
    description: event.body?.content || null,
    conferenceLinks: linksOf(event),
    organizer: event.organizer ? personOf(event.organizer) : null,
    attendees: (event.attendees ?? []).map(attendeeOf),
    ...(ownResponse && { ownResponse: responseOf(ownResponse) }),
  };
}

/** Requests ask for UTC. Another time zone is used if it is an IANA name, and makes the time undefined otherwise. */
const instantOf = (when: GraphWhen | null | undefined): Instant | undefined =>
  when ? instantInZone(when.dateTime, when.timeZone) : undefined;

function linksOf({ onlineMeeting, onlineMeetingUrl }: GraphEvent): readonly string[] {
  const links = [onlineMeeting?.joinUrl, onlineMeetingUrl].flatMap((link) => link || []);
  return [...new Set(links)];
}

const personOf = ({ emailAddress }: NonNullable<GraphEvent['organizer']>): ProviderPerson => ({
  name: emailAddress?.name || null,
  email: emailAddress?.address || null,
});

const attendeeOf = (attendee: GraphAttendee): ProviderAttendee => ({
  ...personOf(attendee),
  response: responseOf(attendee.status?.response),
  isResource: attendee.type === 'resource',
});

const responseOf = (response: string | null | undefined): AttendeeResponse =>
  RESPONSES[response ?? ''] ?? 'needs_action';
