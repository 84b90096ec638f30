import type { GraphEvent, GraphWhen } from '#shared/calendars/microsoft/graph-answers';
import { instantInZone } from '#shared/calendars/requests/time-in-zone';
import type { ProviderAttendee, ProviderEvent, ProviderPerson } from '#shared/calendars/sync/rules/provider-event';
import { readInstant } from '#shared/core/dates';
import type { AttendeeResponse } from '#shared/core/people';
import type { Instant } from '#shared/core/time';

type GraphAttendee = NonNullable<GraphEvent['attendees']>[number];

/** `none` is in the copies of those invited, who are not told what the others said; `notResponded` is an answer to wait for. */
const RESPONSES: Readonly<Record<string, AttendeeResponse>> = {
  organizer: 'accepted',
  accepted: 'accepted',
  tentativelyAccepted: 'tentative',
  declined: 'declined',
};

const PRIVATE = ['private', 'personal', 'confidential'];

/**
 * An event as the calendar has it; of one that stands in a series, with what only the series' master says. Called off by
 * its organizer it is still shown in Outlook, and no meeting any more.
 */
export function providerEventOf(own: GraphEvent, master?: GraphEvent): ProviderEvent {
  // What the occurrence says itself stands, also where it says that there is none.
  const event = { ...master, ...own };
  const startsAt = momentOf(event.start);
  const icalUid = uidOf(own, master);
  if (event.isCancelled || startsAt === undefined || !icalUid) return { kind: 'gone', id: own.id };
  return { kind: 'occurrence', id: own.id, icalUid, startsAt, ...placeOf(own, startsAt), ...detailsOf(event) };
}

/** Each occurrence has an iCalUId of its own: only that of a whole event is known outside this calendar. */
const uidOf = (own: GraphEvent, master: GraphEvent | undefined): string | null | undefined =>
  own.uid ?? (own.seriesMasterId ? (master?.uid ?? master?.iCalUId) : own.iCalUId);

const placeOf = ({ seriesMasterId, originalStart }: GraphEvent, startsAt: Instant) =>
  seriesMasterId
    ? { recurring: true, seriesId: seriesMasterId, originalStartsAt: readInstant(originalStart ?? '') ?? startsAt }
    : { recurring: false, seriesId: null, originalStartsAt: startsAt };

function detailsOf(event: GraphEvent) {
  const ownResponse = event.responseStatus?.response;
  return {
    endsAt: momentOf(event.end) ?? null,
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

/** In UTC, as every request asks for; should Graph name another zone, it is one that is known or none at all. */
const momentOf = (when: GraphWhen | null | undefined): Instant | undefined =>
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
