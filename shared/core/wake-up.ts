import { type Instant, later, MINUTE_MS } from '#shared/core/time';

/** The longest a queue holds a message back. A longer wait is the due index's alone. */
export const LONGEST_DELAY_MS = 15 * MINUTE_MS;

/** How long a wake-up that was sent may take before the sweeper takes it for lost. */
const TAKEN_FOR_LOST_MS = 2 * MINUTE_MS;

/** Whether a wait fits into a queue's longest delay; if so, the code that starts the wait also sends the wake-up. */
export const fitsIntoQueue = (dueAt: Instant, now: Instant): boolean => dueAt - now <= LONGEST_DELAY_MS;

/**
 * When the sweeper is to look at a delivery. Where a wake-up lies in a queue, only after that one must have been lost;
 * otherwise at the due moment itself, since the sweeper's is then the only one and "at most an hour" is a promise.
 */
export const sweptAt = (dueAt: Instant, now: Instant): Instant =>
  fitsIntoQueue(dueAt, now) ? later(Math.max(dueAt, now) as Instant, TAKEN_FOR_LOST_MS) : dueAt;
