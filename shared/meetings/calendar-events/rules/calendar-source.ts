import type { CalendarEventId, CalendarId } from '#shared/foundation/core/ids';
import type { Instant } from '#shared/foundation/core/time';

/** Finds an event of a calendar by the provider's own id, which is all that the provider reports of a deleted event. */
export interface CalendarSource {
  readonly calendarId: CalendarId;
  /** The provider's own id of the occurrence. */
  readonly sourceId: string;
  /** The provider's own id of its series; null for a single event. */
  readonly seriesId: string | null;
  readonly eventId: CalendarEventId;
  readonly icalUid: string;
  readonly originalStartsAt: Instant;
  readonly startsAt: Instant;
}
