import type { AttendeeResponse } from '#shared/foundation/core/people';
import type { Instant } from '#shared/foundation/core/time';

/** Google tells these apart; Microsoft has no such thing, and shows all of them as events. */
export type EventKind = 'default' | 'outOfOffice' | 'focusTime' | 'workingLocation' | 'birthday' | 'fromGmail';

export interface CalendarPerson {
  readonly name: string | null;
  readonly email: string;
}

export interface Invited extends CalendarPerson {
  readonly response: AttendeeResponse;
  /** A room, or equipment. */
  readonly isResource: boolean;
}

/** What an event says beside its times. */
export interface EventDetails {
  readonly title: string | null;
  readonly location: string | null;
  /** Text or HTML. */
  readonly description: string | null;
  /** Where the provider's own conference data lead; null where an event has none. */
  readonly conferenceUrl: string | null;
  readonly organizer: CalendarPerson;
  /** The account itself among them where it was invited. */
  readonly attendees: readonly Invited[];
  readonly isPrivate: boolean;
  readonly kind: EventKind;
}

export interface Times {
  readonly startsAt: Instant;
  readonly endsAt: Instant;
  /** Then both are midnights in UTC, the end exclusive. */
  readonly isAllDay: boolean;
}

interface Kept extends EventDetails, Times {
  readonly id: string;
  /** RFC 5545 UID: the same in every calendar that carries the event. */
  readonly icalUid: string;
  /** IANA zone in which the event was made; a series recurs in it. */
  readonly timeZone: string;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
  /** `cancelled`: by its organizer, while the calendar may still show it (Outlook does). `removed`: out of the calendar. */
  readonly state: 'confirmed' | 'cancelled' | 'removed';
}

export interface SingleEvent extends Kept {
  readonly type: 'single';
}

/** The times are those of the first occurrence. */
export interface Series extends Kept {
  readonly type: 'series';
  /** RFC 5545, without `RRULE:`. */
  readonly rule: string;
  /** By the start that the rule gives. */
  readonly exceptions: ReadonlyMap<Instant, SeriesException>;
}

export type SeriesException =
  | { readonly type: 'gone' }
  | {
      readonly type: 'changed';
      readonly times: Times;
      readonly details: Partial<EventDetails>;
      readonly isCancelled: boolean;
    };

export type CalendarEvent = SingleEvent | Series;

/** One place in a calendar, whatever event it comes from. */
export interface CalendarOccurrence extends EventDetails, Times {
  /** Of the event or of the series, not of the occurrence: each provider makes its own of that. */
  readonly eventId: string;
  readonly icalUid: string;
  readonly recurring: boolean;
  /** Where the series puts it; where a single event stands. */
  readonly originalStartsAt: Instant;
  readonly timeZone: string;
  /** It differs from its series. */
  readonly isException: boolean;
  /** By its organizer. */
  readonly isCancelled: boolean;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

export interface Window {
  readonly from: Instant;
  readonly to: Instant;
}
