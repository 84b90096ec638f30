import { type Instant, later } from '#shared/core/time';
import { type Attempt, type AttemptOutcome, acknowledged } from './attempt.ts';
import { type Delivery, historyOf, identityOf, isWaiting, type WaitingDelivery } from './delivery.ts';
import { gapAfterAttempt } from './retry-schedule.ts';

interface Circumstances {
  readonly now: Instant;
  /** In [0, 1): spreads the retries of deliveries that failed together. */
  readonly random: number;
  /** Below 1 in a deployment with a faster schedule (`--time-scale`). */
  readonly timeScale?: number;
}

/** An attempt, and the delivery after it. */
export interface EndedAttempt {
  readonly delivery: Delivery;
  /** With its number. Attempt 1 is also in the delivery, and needs no item of its own. */
  readonly attempt: Attempt;
}

/** The delivery after an attempt. The lease ends with the attempt. */
export function attemptEnded(before: Delivery, outcome: AttemptOutcome, circumstances: Circumstances): EndedAttempt {
  const attempt: Attempt = { ...outcome, number: before.attemptsCount + 1 };
  const recorded = withAttempt(before, attempt);
  return { attempt, delivery: nextState(recorded, attempt, circumstances) };
}

function withAttempt({ lease, ...delivery }: Delivery, attempt: Attempt): Delivery {
  return {
    ...delivery,
    attemptsCount: attempt.number,
    firstAttempt: delivery.firstAttempt ?? attempt,
    ...(attempt.trigger === 'manual' && lease?.asking !== undefined && { redelivered: lease.asking }),
  };
}

function nextState(delivery: Delivery, attempt: Attempt, { now, random, timeScale = 1 }: Circumstances): Delivery {
  if (acknowledged(attempt)) return delivered(delivery, now);
  // A manual attempt neither uses up the schedule nor restarts it.
  if (attempt.trigger === 'manual' || !isWaiting(delivery)) return delivery;
  const gap = gapAfterAttempt(delivery.next, random);
  return gap === undefined
    ? failed(delivery)
    : retrying(delivery, later(attempt.attemptedAt, Math.round(gap * timeScale)));
}

/** A second success keeps the time of the first. */
const delivered = (delivery: Delivery, now: Instant): Delivery =>
  delivery.status === 'delivered'
    ? delivery
    : { ...identityOf(delivery), ...historyOf(delivery), status: 'delivered', deliveredAt: now };

const failed = (delivery: WaitingDelivery): Delivery => ({
  ...identityOf(delivery),
  ...historyOf(delivery),
  status: 'failed',
});

const retrying = (delivery: WaitingDelivery, dueAt: Instant): Delivery => ({
  ...identityOf(delivery),
  ...historyOf(delivery),
  status: 'retrying',
  next: delivery.next + 1,
  dueAt,
});
