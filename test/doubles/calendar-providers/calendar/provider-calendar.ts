import type { AttendeeResponse } from '#shared/foundation/core/people';
import type { Instant } from '#shared/foundation/core/time';
import type { CalendarEvent, CalendarOccurrence, EventDetails, Window } from './events.ts';

/** What an event is made of; whatever is left out is as in an event that its owner typed in a hurry. */
export interface NewEvent extends Partial<EventDetails> {
  readonly startsAt: Instant;
  /** An hour later where left out, a day where it is an all-day event. */
  readonly endsAt?: Instant;
  readonly isAllDay?: boolean;
  /** UTC where left out. */
  readonly timeZone?: string;
  /** As if the event had come from another calendar. */
  readonly icalUid?: string;
}

export interface NewSeries extends NewEvent {
  /** RFC 5545, without `RRULE:`, for example `FREQ=WEEKLY;BYDAY=MO`. */
  readonly rule: string;
}

/** An event, or where `originalStartsAt` is given the one occurrence of a series that stands there by its rule. */
export interface Place {
  readonly id: string;
  readonly originalStartsAt?: Instant;
}

export interface CalendarChange {
  readonly eventId: string;
  readonly type: 'created' | 'updated' | 'deleted';
}

/**
 * An account's calendar as its owner works in it. Every change takes a revision; what stood at any earlier one can
 * still be asked for, which is what the servers make sync tokens of.
 */
export interface ProviderCalendar {
  /** Of the owner. */
  readonly email: string;
  addEvent(event: NewEvent): string;
  addSeries(series: NewSeries): string;
  /** Title, link, people and the like: of an event, of a whole series, or of one occurrence. */
  edit(place: Place, details: Partial<EventDetails>): void;
  /** To another time. A whole series keeps its rule, and loses its exceptions as it does in both products. */
  move(place: Place, startsAt: Instant, endsAt?: Instant): void;
  /** Another rule for a series; its exceptions are lost. */
  changeRule(id: string, rule: string): void;
  /** This occurrence and all that follow become a series of their own, whose id comes back. */
  splitSeries(id: string, from: Instant, details: Partial<EventDetails>): string;
  /** From hours to days, or back to an hour at the same place. */
  setAllDay(id: string, isAllDay: boolean): void;
  /** How the owner answers; where they are not invited yet, they are from now on. */
  respond(place: Place, response: AttendeeResponse): void;
  setPrivate(place: Place, isPrivate: boolean): void;
  /** The owner deletes it. */
  remove(place: Place): void;
  /** Its organizer calls it off: Google takes it out of the calendar, Outlook leaves it there, cancelled. */
  cancelByOrganizer(place: Place): void;
  /** A removed event comes back as it was. */
  restore(id: string): void;
  /** Ids of events and series that stand. */
  ids(): string[];
  /** Undefined where it was never there. */
  event(id: string): CalendarEvent | undefined;
  /** The truth: what stands in the window now, by start and then by uid. Nothing that was removed or called off. */
  occurrences(window: Window): CalendarOccurrence[];
  /** Of the latest change; 0 is an empty calendar. */
  readonly revision: number;
  /** The events that changed after a revision, each as it stood then (undefined: not at all) and as it stands at another. */
  changesBetween(after: number, upTo: number): { before: CalendarEvent | undefined; now: CalendarEvent }[];
  /** All events as they stood at a revision. */
  eventsAt(revision: number): CalendarEvent[];
  /** Every sync token, page token and delta link given out so far leads nowhere from now on. */
  expireCursors(): void;
  /** Goes up with each `expireCursors`. */
  readonly cursorGeneration: number;
  onChange(listener: (change: CalendarChange) => void): void;
}

export type { CalendarOccurrence };
