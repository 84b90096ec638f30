import type { CalendarEvent } from '#shared/calendar-events/rules/calendar-event';
import type { Instant } from '#shared/core/time';

/** The event, off, and nothing else of it changed. One that is off already comes back as the very same. */
export const cancelled = (event: CalendarEvent, now: Instant): CalendarEvent =>
  event.cancelledAt === null ? { ...event, cancelledAt: now, updatedAt: now } : event;
