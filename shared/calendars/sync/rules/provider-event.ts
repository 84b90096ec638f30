import type { AttendeeResponse } from '#shared/core/people';
import type { Instant } from '#shared/core/time';

/** What a provider says of one place in a calendar: an occurrence, expanded already, or that there is none any more. */
export type ProviderEvent = ProviderOccurrence | GoneOccurrence | RetoldSeries | UnreadEvent;

/**
 * Cancelled, deleted or moved out of sight: providers tell no more of it than its id. It may be the id of a series,
 * whose occurrences then all are gone.
 */
export interface GoneOccurrence {
  readonly kind: 'gone';
  readonly id: string;
}

/**
 * A series that changed, told anew as a whole: whatever else is known of it in the window is gone. Microsoft Graph says
 * in no other way that one occurrence was deleted or that the series moved to other days. The occurrences themselves
 * stand on the same page.
 */
export interface RetoldSeries {
  readonly kind: 'series';
  readonly id: string;
  /** All that it has in the window; none where it has left it. */
  readonly occurrenceIds: readonly string[];
}

/** An event that stands in the calendar and that could not be read: it is left as it was imported last. */
export interface UnreadEvent {
  readonly kind: 'unread';
  /** Null where not even that could be read. */
  readonly id: string | null;
  readonly code: 'unreadable_event' | 'unreadable_series';
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
