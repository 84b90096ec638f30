import type { CalendarSync } from '#shared/calendars/sync/rules/calendar-sync';
import { nextPollAt, POLL_MS } from '#shared/calendars/sync/rules/poll-slots';
import { DAY_MS, type Instant, later, MINUTE_MS } from '#shared/foundation/core/time';

/** A feed takes at most one part of so many of a worker's time: docs/limits-and-rules.md#calendar-feeds. */
const REST_FACTOR = 360;

/**
 * How long a feed rests after its server took so long to answer, in milliseconds: 360 times as long, at least until the
 * next poll and at most a day. It is more than a poll from 2.5 seconds on: half an hour after 5, three hours after 30.
 */
export const feedRestMs = (answerMs: number): number => Math.min(DAY_MS, Math.max(POLL_MS, answerMs * REST_FACTOR));

/**
 * After a run that failed: what its server took counts towards the rest that follows the next answer, less what the pause
 * until the next run makes up for. The run itself is repeated as soon as after a fast failure.
 */
export const awaited = (sync: CalendarSync, now: Instant, answerMs: number): CalendarSync => {
  const pauseMs = sync.dueAt === null ? 0 : sync.dueAt - now;
  return { ...sync, awaitedMs: Math.max(0, Math.round(sync.awaitedMs + answerMs - pauseMs / REST_FACTOR)) };
};

interface Answer {
  /** From the beginning of the run or poll to the last byte. */
  readonly answerMs: number;
  readonly scaled: (ms: number) => number;
}

/** The poll that follows an answer, whatever it was. A feed that rests for longer is polled in its slot as well. */
export function pollAfterAnswer(
  { calendarId, provider, awaitedMs }: CalendarSync,
  now: Instant,
  { answerMs, scaled }: Answer,
): Instant {
  const restMs = provider === 'feed' ? feedRestMs(awaitedMs + answerMs) : POLL_MS;
  if (restMs === POLL_MS || scaled(POLL_MS) !== POLL_MS) return nextPollAt(calendarId, now, scaled(restMs));
  return nextPollAt(calendarId, later(now, restMs - MINUTE_MS), POLL_MS);
}
