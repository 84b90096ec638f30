import { HOUR_MS, SECOND_MS } from '#shared/foundation/core/time';
import { type Attempt, acknowledged } from '#shared/webhooks/delivery/rules/attempt';
import { MAX_ATTEMPTS } from '#shared/webhooks/delivery/rules/attempt-ended';
import type { Preset } from '../chances.ts';
import type { History } from '../outcome.ts';
import { unless } from './unless.ts';

/**
 * A wait that one fault met: three minutes for the sweeper to see it and for the queue behind it. Where every wait meets
 * several, each adds as much again, and only the 15 hours are held.
 */
const LONGEST_GAP_MS: Readonly<Record<Preset, number>> = {
  none: HOUR_MS,
  twice: HOUR_MS,
  realistic: 3_780 * SECOND_MS,
  heavy: Number.POSITIVE_INFINITY,
};
const LONGEST_MS = 15 * HOUR_MS;
/** Where the receiver asked for time at any attempt: twenty gaps of an hour. */
const LONGEST_ASKED_MS = 20 * HOUR_MS;
/** The shortest of the gaps that are an hour, and how much before its time an attempt may start. */
const HOURLY_MS = 0.95 * HOUR_MS;
const EARLY_MS = 2 * SECOND_MS;

/** I3 to I7: every delivery ends, by the schedule and with every attempt on record. */
export function ofSchedule(history: History, preset: Preset): readonly string[] {
  const { delivery, attempts, received, endpoint } = history;
  const scheduled = attempts.filter(isAutomatic);
  const last = scheduled.at(-1)?.attemptedAt ?? delivery.createdAt;
  const gotThrough = received.some(({ answered }) => typeof answered === 'number' && answered >= 200 && answered < 300);
  const longest = LONGEST_GAP_MS[preset];
  return [
    ...unless(ENDED.includes(delivery.status), `I3: a delivery stays ${delivery.status}`),
    ...unless(
      delivery.status !== 'skipped' || endpoint?.wasDisabled === true,
      'I3: skipped, though its endpoint is open',
    ),
    ...unless(
      last - delivery.createdAt <= (scheduled.some(asksForTime) ? LONGEST_ASKED_MS : LONGEST_MS),
      'I3: a delivery takes more than 15 hours, or 20 with Retry-After',
    ),
    ...unless(scheduled.length <= MAX_ATTEMPTS, `I4: ${scheduled.length} scheduled attempts`),
    ...unless(
      attempts.every(({ number }, at) => number === at + 1),
      'I4: attempts are not numbered without holes',
    ),
    ...unless(delivery.attemptsCount === attempts.length, 'I4: the count of attempts is wrong'),
    ...unless(
      (delivery.status === 'delivered') === attempts.some(acknowledged),
      'I5: delivered is not: a 2xx on record',
    ),
    ...unless(delivery.status !== 'delivered' || gotThrough, 'I5: delivered, and its receiver never said so'),
    ...unless(delivery.status !== 'failed' || scheduled.length === MAX_ATTEMPTS, 'I6: failed before 21 attempts'),
    ...unless(Math.max(0, ...automaticGaps(attempts)) <= longest, `I7: a gap of more than ${longest / SECOND_MS} s`),
    ...unless(automaticGaps(attempts).every(isAsAsked(scheduled)), 'I7: an attempt before the time of Retry-After'),
  ];
}

const ENDED: readonly string[] = ['delivered', 'failed', 'skipped'];

const secondsAsked = ({ responseHeaders }: Attempt): number => Number(responseHeaders['retry-after'] ?? Number.NaN);

const asksForTime = (attempt: Attempt): boolean => secondsAsked(attempt) > 0;

const isAsAsked = (scheduled: readonly Attempt[]) => (gapMs: number, position: number) => {
  const asked = scheduled
    .slice(position, position + 1)
    .filter(asksForTime)
    .map(secondsAsked);
  return asked.every((seconds) => gapMs >= Math.min(seconds * SECOND_MS, HOURLY_MS) - EARLY_MS);
};

const isAutomatic = ({ trigger }: Attempt): boolean => trigger === 'automatic';

/** From start to start. */
export const automaticGaps = (attempts: readonly Attempt[]): readonly number[] => {
  const starts = attempts.filter(isAutomatic).map(({ attemptedAt }) => attemptedAt);
  return starts.slice(1).map((at, position) => at - (starts[position] ?? at));
};

/** Whether a receiver may have seen it. */
export const wentOut = ({ error }: Attempt): boolean => error !== 'render_error' && error !== 'blocked_address';
