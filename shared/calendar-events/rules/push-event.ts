import type { CalendarEvent, CalendarEventSource } from '#shared/calendar-events/rules/calendar-event';
import type { CalendarConnectionId, CalendarEventId, MeetingId, MemberId, WorkspaceId } from '#shared/core/ids';
import type { Metadata, MetadataChange } from '#shared/core/metadata';
import { metadataAfter } from '#shared/core/metadata-after';
import type { Attendee, Person } from '#shared/core/people';
import { isSame } from '#shared/core/same';
import type { Instant } from '#shared/core/time';

/** One occurrence as a partner's sync, or ours, saw it: the whole event, or that it is off. */
export interface PushedEvent {
  readonly workspaceId: WorkspaceId;
  readonly memberId: MemberId;
  readonly source: CalendarEventSource;
  /** The connected calendar that it came by; null when a partner pushed it. */
  readonly connectionId: CalendarConnectionId | null;
  /** What its provider calls it; null when a partner pushed it. */
  readonly sourceId: string | null;
  readonly icalUid: string;
  readonly recurring: boolean;
  readonly originalStartsAt: Instant;
  readonly cancelled: boolean;
  readonly content: EventContent;
  /** Undefined keeps what is there. */
  readonly metadata: MetadataChange | undefined;
}

export interface EventContent {
  readonly title: string | null;
  readonly startsAt: Instant;
  readonly endsAt: Instant | null;
  readonly meetingUrl: string | null;
  readonly organizer: Person | null;
  readonly attendees: readonly Attendee[];
}

/**
 * The event after a push. What the push leaves out is emptied, but metadata is kept or merged; a cancellation of an
 * event that is known changes nothing else; a push that changes nothing gives the very same event back.
 */
export function afterPush(
  before: CalendarEvent | undefined,
  push: PushedEvent,
  fresh: { readonly id: CalendarEventId; readonly meetingId: MeetingId; readonly now: Instant },
): CalendarEvent {
  const base = before ?? firstSight(push, fresh);
  const after: CalendarEvent = push.cancelled
    ? { ...base, cancelledAt: base.cancelledAt ?? fresh.now }
    : { ...base, ...sentBy(push), metadata: merged(base, push), cancelledAt: null };
  if (before && isSame(before, after)) return before;
  return { ...after, updatedAt: fresh.now };
}

const firstSight = (
  push: PushedEvent,
  { id, meetingId, now }: { id: CalendarEventId; meetingId: MeetingId; now: Instant },
): CalendarEvent => ({
  id,
  workspaceId: push.workspaceId,
  meetingId,
  memberId: push.memberId,
  source: push.source,
  icalUid: push.icalUid,
  originalStartsAt: push.originalStartsAt,
  ...sentBy(push),
  metadata: merged({ metadata: {} }, push),
  cancelledAt: null,
  createdAt: now,
  updatedAt: now,
});

const sentBy = ({ content, recurring, connectionId, sourceId }: PushedEvent) => ({
  ...content,
  recurring,
  connectionId,
  sourceId,
});

const merged = ({ metadata }: { readonly metadata: Metadata }, push: PushedEvent): Metadata =>
  push.metadata === undefined ? metadata : metadataAfter(metadata, push.metadata);

/** The member answered no. */
export const isDeclined = (event: CalendarEvent): boolean =>
  event.attendees.some((attendee) => attendee.memberId === event.memberId && attendee.response === 'declined');

/** The event stands in its organizer's own calendar. */
export const isOrganizers = (event: CalendarEvent): boolean => event.organizer?.memberId === event.memberId;
