import { HOUR_MS, type Instant, later } from '#shared/foundation/core/time';
import { gapAfterAttempt, MAX_ATTEMPTS } from './attempt-ended.ts';
import { type Delivery, historyOf, identityOf, isWaiting } from './delivery.ts';

/** The longest wait of a delivery whose attempt was passed over. */
const LONGEST_WAIT_MS = 4 * HOUR_MS;

/** A retry, but not the last attempt: a delivery fails with an attempt that is on record. */
export const mayBePassedOver = (delivery: Delivery): boolean =>
  isWaiting(delivery) && delivery.next > 1 && delivery.next < MAX_ATTEMPTS;

interface Circumstances {
  readonly now: Instant;
  /** Since when the endpoint acknowledges nothing. */
  readonly since: Instant;
  /** In [0, 1). */
  readonly random: number;
  /** Below 1 in a deployment with a faster schedule. */
  readonly timeScale: number;
}

/**
 * The delivery without the attempt that is due: it uses up its step in the schedule, and no attempt. While the endpoint
 * goes on to acknowledge nothing, the next step comes later and later, half as long after as that has lasted: where
 * thousands wait, each is looked at a few times and not every hour. The lease ends.
 */
export function passedOver(delivery: Delivery, { now, since, random, timeScale }: Circumstances): Delivery {
  if (!isWaiting(delivery)) return delivery;
  const waitMs = Math.min((now - since) / 2, LONGEST_WAIT_MS * timeScale);
  const least = later(now, waitMs < HOUR_MS * timeScale ? 0 : waitMs);
  let [next, dueAt] = [delivery.next, now];
  do {
    dueAt = later(dueAt, Math.round((gapAfterAttempt(next, random) ?? 0) * timeScale));
    next += 1;
  } while (next < MAX_ATTEMPTS && dueAt < least);
  return { ...identityOf(delivery), ...historyOf(delivery), status: 'retrying', next, dueAt };
}
