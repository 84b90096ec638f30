import type { CalendarConnectionId, CalendarEventId, MeetingId, MemberId, WorkspaceId } from '#shared/core/ids';
import type { Metadata } from '#shared/core/metadata';
import type { Attendee, Person } from '#shared/core/people';
import { DAY_MS, type Instant } from '#shared/core/time';

/** A calendar event lasts at most 31 days: what started earlier than that is over. */
export const LONGEST_EVENT_MS = 31 * DAY_MS;

export type CalendarEventSource = 'calendar_connection' | 'calendar_sync';

/** One occurrence in one member's calendar. Several of them, one for each member, can be linked to the same meeting. */
export interface CalendarEvent {
  readonly id: CalendarEventId;
  readonly workspaceId: WorkspaceId;
  readonly meetingId: MeetingId;
  readonly memberId: MemberId;
  readonly source: CalendarEventSource;
  /** The connected calendar that it was last read from; null for a pushed one. */
  readonly connectionId: CalendarConnectionId | null;
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
