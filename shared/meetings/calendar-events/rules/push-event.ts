import type { CalendarEventId, CalendarId, MeetingId, MemberId, WorkspaceId } from '#shared/foundation/core/ids';
import { isSame } from '#shared/foundation/core/json';
import { type Metadata, type MetadataChange, metadataAfter } from '#shared/foundation/core/metadata';
import { type Attendee, comparableEmail, type Person } from '#shared/foundation/core/people';
import type { Instant } from '#shared/foundation/core/time';
import type { CalendarEvent, CalendarEventSource } from '#shared/meetings/calendar-events/rules/calendar-event';

/** One occurrence as a calendar sync found it: the whole event, or its cancellation. */
export interface PushedEvent {
  readonly workspaceId: WorkspaceId;
  readonly memberId: MemberId;
  readonly source: CalendarEventSource;
  /** The connected calendar that it was read from; null when a partner pushed it. */
  readonly calendarId: CalendarId | null;
  /** The account of that calendar, as `provider:email`; null when a partner pushed it. */
  readonly account: string | null;
  /** The provider's id of it; null when a partner pushed it. */
  readonly sourceId: string | null;
  readonly icalUid: string;
  readonly recurring: boolean;
  readonly originalStartsAt: Instant;
  readonly cancelled: boolean;
  readonly content: EventContent;
  /** Undefined keeps the stored metadata. */
  readonly metadata: MetadataChange | undefined;
}

interface EventContent {
  readonly title: string | null;
  readonly startsAt: Instant;
  readonly endsAt: Instant | null;
  readonly meetingUrl: string | null;
  readonly organizer: Person | null;
  readonly attendees: readonly Attendee[];
}

/**
 * The event after a push. Fields that the push leaves out are cleared, but metadata is kept or merged. Cancelling a known
 * event changes nothing else. Returns the same object where the push changes nothing.
 */
export function afterPush(
  before: CalendarEvent | undefined,
  push: PushedEvent,
  fresh: { readonly id: CalendarEventId; readonly meetingId: MeetingId; readonly now: Instant },
): CalendarEvent {
  const base = before ?? newEvent(push, fresh);
  const after: CalendarEvent = push.cancelled
    ? { ...base, cancelledAt: base.cancelledAt ?? fresh.now }
    : { ...base, ...fieldsOf(push), metadata: merged(base, push), cancelledAt: null };
  if (before && isSame(before, after)) return before;
  return { ...after, updatedAt: fresh.now };
}

const newEvent = (
  push: PushedEvent,
  { id, meetingId, now }: { id: CalendarEventId; meetingId: MeetingId; now: Instant },
): CalendarEvent => ({
  id,
  workspaceId: push.workspaceId,
  meetingId,
  memberId: push.memberId,
  source: push.source,
  account: push.account,
  icalUid: push.icalUid,
  originalStartsAt: push.originalStartsAt,
  ...fieldsOf(push),
  metadata: merged({ metadata: {} }, push),
  cancelledAt: null,
  createdAt: now,
  updatedAt: now,
});

const fieldsOf = ({ content, recurring, calendarId, sourceId }: PushedEvent) => ({
  ...content,
  recurring,
  calendarId,
  sourceId,
});

const merged = ({ metadata }: { readonly metadata: Metadata }, push: PushedEvent): Metadata =>
  push.metadata === undefined ? metadata : metadataAfter(metadata, push.metadata);

/** The member declined. */
export const isDeclined = (event: CalendarEvent): boolean =>
  event.attendees.some((attendee) => attendee.memberId === event.memberId && attendee.response === 'declined');

/** The event is in its organizer's own calendar. */
export const isOrganizers = (event: CalendarEvent): boolean => event.organizer?.memberId === event.memberId;

/** A push as it was sent: people have no member ids yet, and the occurrence is not known yet. */
export interface SentPush {
  readonly member: { readonly id: MemberId } | SentMember;
  readonly icalUid: string;
  readonly recurring: boolean;
  readonly originalStartsAt: Instant | undefined;
  readonly cancelled: boolean;
  readonly content: SentContent;
  readonly metadata: MetadataChange | undefined;
  /** The connected calendar that it was read from; absent when a partner pushed it. */
  readonly calendarId?: CalendarId;
  /** The provider's ids of the event; absent when a partner pushed it. */
  readonly source?: SentSource;
}

interface SentSource {
  readonly account: string;
  readonly id: string;
  readonly seriesId: string | null;
}

interface SentMember {
  readonly name: string | null;
  readonly email: string;
  readonly metadata: MetadataChange | undefined;
}

type SentContent = Omit<EventContent, 'startsAt' | 'organizer' | 'attendees'> & {
  readonly startsAt: Instant | undefined;
  readonly organizer: Omit<Person, 'memberId'> | null;
  readonly attendees: readonly Omit<Attendee, 'memberId'>[];
};

/** Those on an event, as far as they can be members. */
export interface People {
  readonly organizer: Pick<Person, 'email'> | null;
  readonly attendees: readonly Pick<Person, 'email'>[];
}

/** The addresses of all people on the event, lower case, each once. */
export const emailsIn = ({ content: { organizer, attendees } }: { readonly content: People }): readonly string[] => [
  ...new Set([organizer, ...attendees].flatMap((person) => (person?.email ? comparableEmail(person.email) : []))),
];
