import type { CalendarEvent } from '#shared/calendar-events/rules/calendar-event';
import type { Instant } from '#shared/core/time';

/** The event with `cancelledAt` set. Returns the same object for an event that is cancelled already. */
export const cancelled = (event: CalendarEvent, now: Instant): CalendarEvent =>
  event.cancelledAt === null ? { ...event, cancelledAt: now, updatedAt: now } : event;
