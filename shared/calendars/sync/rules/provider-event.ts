import type { AttendeeResponse } from '#shared/foundation/core/people';
import type { Instant } from '#shared/foundation/core/time';

/** One item of a provider's page: an occurrence, already expanded, a deletion, a series, an unreadable event, or a note. */
export type ProviderEvent = ProviderOccurrence | GoneOccurrence | SeriesSnapshot | UnreadEvent | EventNote;

/**
 * Cancelled, deleted or moved out of the window: providers send no more than its id. It may be the id of a series, whose
 * occurrences then are all gone.
 */
export interface GoneOccurrence {
  readonly kind: 'gone';
  readonly id: string;
}

/**
 * All occurrences of a changed series in the window: any other known occurrence was deleted. Microsoft Graph reports a
 * deleted or moved occurrence of a series only in this way. The occurrences themselves are on the same page.
 */
export interface SeriesSnapshot {
  readonly kind: 'series';
  readonly id: string;
  /** All that it has in the window; none where it has left it. */
  readonly occurrenceIds: readonly string[];
}

/** An event of the calendar, or a series, that could not be read: it stays as it was imported last. */
export interface UnreadEvent {
  readonly kind: 'unread';
  /** Null where not even that could be read: it may be any event that the calendar had. */
  readonly id: string | null;
  readonly code: 'unreadable_event' | 'unreadable_series' | 'unreadable_exception';
  readonly place?: EventPlace;
}

/** What is doubtful in an event that was read all the same. */
export interface EventNote {
  readonly kind: 'note';
  readonly id: string;
  readonly code: NoteCode;
  readonly place: EventPlace;
}

export type NoteCode =
  | 'unreadable_event'
  | 'unreadable_exception'
  | 'unknown_time_zone'
  | 'missing_uid'
  | 'duplicate_uid';

/** Where a file says what cannot be read, or is doubtful. */
export interface EventPlace {
  /** Null where no event is meant. */
  readonly icalUid: string | null;
  /** A property, or a part of one: `DTSTART`, `TZID=Somewhere`. Without what people wrote. */
  readonly what: string;
  /** Of the file, from 1. */
  readonly line: number | null;
}

export interface ProviderOccurrence {
  readonly kind: 'occurrence';
  /** Of this occurrence in this calendar: what a later `gone` names. */
  readonly id: string;
  /** Of the event or its series; the same in all calendars (RFC 5545 UID). */
  readonly icalUid: string;
  readonly recurring: boolean;
  /** The provider's id of its series, by which a `series` or a `gone` names it; null for a single event. */
  readonly seriesId: string | null;
  /** Where the series puts it; for a single event, where it stands now. */
  readonly originalStartsAt: Instant;
  readonly startsAt: Instant;
  readonly endsAt: Instant | null;
  /** It has days instead of hours. */
  readonly isAllDay: boolean;
  /** The owner hides its details from other people who see the calendar. */
  readonly isPrivate: boolean;
  readonly title: string | null;
  readonly location: string | null;
  /** Text or HTML, as the provider keeps it. */
  readonly description: string | null;
  /** Links of the provider's conference data, the best first. */
  readonly conferenceLinks: readonly string[];
  readonly organizer: ProviderPerson | null;
  /** The calendar's own member among them; rooms and equipment too, which `isResource` tells. */
  readonly attendees: readonly ProviderAttendee[];
  /**
   * What the calendar's owner answered, where the provider tells it apart from the list. It counts before the list, in
   * which they may stand as a group only, and which Graph leaves without answers in the copies of those invited.
   */
  readonly ownResponse?: AttendeeResponse;
}

export interface ProviderPerson {
  readonly name: string | null;
  readonly email: string | null;
  /** The provider says that this is the calendar's owner, whatever address stands there: people have aliases. */
  readonly isSelf?: boolean;
}

export interface ProviderAttendee extends ProviderPerson {
  readonly response: AttendeeResponse;
  readonly isResource: boolean;
}

/** The span of time that a connection is synced for: docs/limits-and-rules.md#calendar-connections. */
export interface SyncWindow {
  readonly from: Instant;
  readonly to: Instant;
}
