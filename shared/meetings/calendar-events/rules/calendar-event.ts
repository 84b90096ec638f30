import type { CalendarEventId, CalendarId, MeetingId, MemberId, WorkspaceId } from '#shared/foundation/core/ids';
import type { Metadata } from '#shared/foundation/core/metadata';
import type { Attendee, Person } from '#shared/foundation/core/people';
import { DAY_MS, type Instant, later } from '#shared/foundation/core/time';

/** A calendar event lasts at most 31 days: what started earlier than that is over. */
export const LONGEST_EVENT_MS = 31 * DAY_MS;

/** Attendees of one event: docs/limits-and-rules.md#sizes. */
export const MAX_ATTENDEES = 200;

export type CalendarEventSource = 'calendar_connection' | 'calendar_sync';

/** One occurrence in one member's calendar. Several of them, one for each member, can be linked to the same meeting. */
export interface CalendarEvent {
  readonly id: CalendarEventId;
  readonly workspaceId: WorkspaceId;
  readonly meetingId: MeetingId;
  readonly memberId: MemberId;
  readonly source: CalendarEventSource;
  /** The connected calendar that it was last read from; null for a pushed one. */
  readonly calendarId: CalendarId | null;
  /**
   * The account that it is read from, as `provider:email`: one member may have the occurrence in several accounts, and
   * each has an event of its own. Null for a pushed one.
   */
  readonly account: string | null;
  /** The provider's id of it when it was last read; null for a pushed one. */
  readonly sourceId: string | null;
  readonly icalUid: string;
  readonly recurring: boolean;
  /** The start before the occurrence was moved. With the uid, it identifies the occurrence (RFC 5545 RECURRENCE-ID). */
  readonly originalStartsAt: Instant;
  readonly title: string | null;
  readonly startsAt: Instant;
  readonly endsAt: Instant | null;
  readonly meetingUrl: string | null;
  readonly organizer: Person | null;
  readonly attendees: readonly Attendee[];
  readonly metadata: Metadata;
  readonly cancelledAt: Instant | null;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** The event with `cancelledAt` set. Returns the same object for an event that is cancelled already. */
export const cancelled = (event: CalendarEvent, now: Instant): CalendarEvent =>
  event.cancelledAt === null ? { ...event, cancelledAt: now, updatedAt: now } : event;

/**
 * Whose upcoming events are to be cancelled: those of one connected calendar, or all of a member's. A type and not an
 * interface, since it is stored as the content of a job.
 */
export type EventEndings = {
  readonly workspaceId: WorkspaceId;
  readonly memberId: MemberId;
  /** Null ends every event of the member. */
  readonly calendarId: CalendarId | null;
};

/** Whether the event is to be cancelled, by the event alone; the phase of its meeting is checked as well. */
export const isToEnd = (event: CalendarEvent, { calendarId }: EventEndings, now: Instant): boolean =>
  event.cancelledAt === null && (calendarId === null || event.calendarId === calendarId) && endOf(event) > now;

/** As for meetings: an event without an end is over a day after its start. */
const endOf = ({ startsAt, endsAt }: CalendarEvent): Instant => endsAt ?? later(startsAt, DAY_MS);
