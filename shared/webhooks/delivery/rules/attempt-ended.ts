import { type Instant, later } from '#shared/core/time';
import { type Attempt, type AttemptOutcome, acknowledged } from './attempt.ts';
import { type Delivery, historyOf, identityOf, isWaiting, type WaitingDelivery } from './delivery.ts';
import { gapAfterAttempt } from './retry-schedule.ts';

interface Circumstances {
  readonly now: Instant;
  /** In [0, 1): spreads the retries of many deliveries that failed together. */
  readonly random: number;
  /** Below 1 where a deployment runs the schedule faster than life (`--time-scale`). */
  readonly timeScale?: number;
}

interface EndedAttempt {
  readonly delivery: Delivery;
  /** Numbered. Number 1 is in the delivery as well, and needs no item of its own. */
  readonly attempt: Attempt;
}

/** Where a delivery stands once an attempt has ended. The lease ends with it. */
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
  // One manual attempt neither uses up the schedule nor restarts it.
  if (attempt.trigger === 'manual' || !isWaiting(delivery)) return delivery;
  const gap = gapAfterAttempt(delivery.next, random);
  return gap === undefined
    ? failed(delivery)
    : retrying(delivery, later(attempt.attemptedAt, Math.round(gap * timeScale)));
}

/** Delivered twice is delivered at the first time. */
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
