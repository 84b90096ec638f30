import type { CalendarId } from '#shared/foundation/core/ids';
import { type Instant, later, MINUTE_MS } from '#shared/foundation/core/time';

/** The poll interval, for what push notifications missed: docs/limits-and-rules.md#calendar-connections. */
export const POLL_MS = 15 * MINUTE_MS;

/** Minutes of the interval: calendars of one slot are polled in the same one. */
export const POLL_SLOTS = POLL_MS / MINUTE_MS;

/** Always the same for a connection, so that a poll does not move its entry in the index; even over all connections. */
export function pollSlotOf(id: CalendarId): number {
  let sum = 0;
  for (const character of id) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) >>> 0;
  return sum % POLL_SLOTS;
}

/** The slot whose calendars are polled in the minute of this moment. */
export const pollSlotAt = (now: Instant): number => Math.floor(now / MINUTE_MS) % POLL_SLOTS;

/** Whether a due time is the beginning of a minute in which the connection's slot is polled. */
export const isPollOf = (id: CalendarId, at: Instant): boolean =>
  at % MINUTE_MS === 0 && pollSlotAt(at) === pollSlotOf(id);

/**
 * The next poll: the next minute of the connection's slot that has not begun, at most the interval from now. Where the
 * interval is scaled there are no slots, and it is counted from now.
 */
export function nextPollAt(id: CalendarId, now: Instant, pollMs: number): Instant {
  if (pollMs !== POLL_MS) return later(now, pollMs);
  const minute = Math.floor(now / MINUTE_MS);
  const wait = (pollSlotOf(id) - (minute % POLL_SLOTS) + POLL_SLOTS) % POLL_SLOTS || POLL_SLOTS;
  return ((minute + wait) * MINUTE_MS) as Instant;
}
