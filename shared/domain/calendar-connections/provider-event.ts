import type { AttendeeResponse } from '#shared/domain/people';
import type { Instant } from '#shared/domain/time';

/** What a provider says of one place in a calendar: an occurrence, expanded already, or that there is none any more. */
export type ProviderEvent = ProviderOccurrence | GoneOccurrence;

/** Cancelled, deleted or moved out of sight: providers tell no more of it than its id. */
export interface GoneOccurrence {
  readonly kind: 'gone';
  readonly id: string;
}

export interface ProviderOccurrence {
  readonly kind: 'occurrence';
  /** Of this occurrence in this calendar: what a later `gone` names. */
  readonly id: string;
  /** Of the event or its series; the same in all calendars (RFC 5545 UID). */
  readonly icalUid: string;
  readonly recurring: boolean;
  /** Where the series puts it; for a single event, where it stands now. */
  readonly originalStartsAt: Instant;
  readonly startsAt: Instant;
  readonly endsAt: Instant | null;
  /** It has days instead of hours. */
  readonly isAllDay: boolean;
  /** Its owner hides it from whoever else sees the calendar. */
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
}

export interface ProviderPerson {
  readonly name: string | null;
  readonly email: string | null;
}

export interface ProviderAttendee extends ProviderPerson {
  readonly response: AttendeeResponse;
  readonly isResource: boolean;
}

/** The span of time that a connection is kept in step for (decisions.md §9). */
export interface SyncWindow {
  readonly from: Instant;
  readonly to: Instant;
}
