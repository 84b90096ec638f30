import { retryAfterMs } from '#shared/foundation/core/retry-after';
import { earlier, HOUR_MS, type Instant, later, laterOf, SECOND_MS } from '#shared/foundation/core/time';
import { type Attempt, type AttemptOutcome, acknowledged } from './attempt.ts';
import { type Delivery, historyOf, identityOf, isWaiting, type WaitingDelivery } from './delivery.ts';

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
  /** With its number. It has a row of its own unless it is the `firstAttempt` of the delivery as a whole. */
  readonly attempt: Attempt;
}

/**
 * The most bytes of a first response, headers and body together, in the row of its delivery. That row is written twice
 * more at each retry, for every kilobyte of it: after a refusal the response is kept only while the row stays small.
 */
const MOST_BYTES_ACKNOWLEDGED = 1_024;
const MOST_BYTES_REFUSED = 256;

/** The delivery after an attempt. The lease ends with the attempt. */
export function attemptEnded(before: Delivery, outcome: AttemptOutcome, circumstances: Circumstances): EndedAttempt {
  const attempt: Attempt = { ...outcome, number: before.attemptsCount + 1 };
  const recorded = withAttempt(before, attempt);
  return { attempt, delivery: nextState(recorded, attempt, circumstances) };
}

function withAttempt({ lease, slot: _used, ...delivery }: Delivery, attempt: Attempt): Delivery {
  return {
    ...delivery,
    attemptsCount: attempt.number,
    firstAttempt: delivery.firstAttempt ?? (fitsIntoDelivery(attempt) ? attempt : withoutResponse(attempt)),
    ...(attempt.trigger === 'manual' && lease?.asking !== undefined && { redelivered: lease.asking }),
  };
}

function fitsIntoDelivery(attempt: Attempt): boolean {
  const bytes = Buffer.byteLength(JSON.stringify([attempt.responseHeaders, attempt.responseBody]));
  return bytes <= (acknowledged(attempt) ? MOST_BYTES_ACKNOWLEDGED : MOST_BYTES_REFUSED);
}

const withoutResponse = (attempt: Attempt): Attempt => ({ ...attempt, responseHeaders: {}, responseBody: null });

function nextState(delivery: Delivery, attempt: Attempt, { now, random, timeScale = 1 }: Circumstances): Delivery {
  if (acknowledged(attempt)) return delivered(delivery, now);
  // A manual attempt neither uses up the schedule nor restarts it.
  if (attempt.trigger === 'manual' || !isWaiting(delivery)) return delivery;
  const dueAt = nextDueAt(delivery.next, attempt, { random, timeScale });
  return dueAt === undefined ? failed(delivery) : retrying(delivery, dueAt);
}

/** By the schedule, or later where the receiver asks for it: at most an hour after this attempt. Undefined after the last. */
function nextDueAt(
  step: number,
  attempt: AttemptOutcome,
  { random, timeScale }: { readonly random: number; readonly timeScale: number },
): Instant | undefined {
  const gap = gapAfterAttempt(step, random);
  if (gap === undefined) return undefined;
  const after = (gapMs: number) => later(attempt.attemptedAt, Math.round(gapMs * timeScale));
  const asked = askedRetryAt(attempt, random);
  return asked === undefined ? after(gap) : laterOf(after(gap), earlier(asked, after(longestGap(random))));
}

/** The statuses for which a `Retry-After` is defined (RFC 6585, RFC 9110). */
const MAY_ASK_FOR_TIME: readonly (number | null)[] = [429, 503];

/** Never before the receiver asks, and up to a tenth of the time later: many deliveries may be asked for one moment. */
function askedRetryAt(
  { attemptedAt, durationMs, responseStatus, responseHeaders }: AttemptOutcome,
  random: number,
): Instant | undefined {
  if (!MAY_ASK_FOR_TIME.includes(responseStatus)) return undefined;
  const answeredAt = later(attemptedAt, durationMs);
  const waitMs = retryAfterMs(responseHeaders['retry-after'], answeredAt);
  return waitMs === undefined ? undefined : later(answeredAt, Math.round(waitMs * (1 + 0.1 * random)));
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

/** Automatic attempts of one delivery, over about 14 hours: docs/limits-and-rules.md#webhooks. */
export const MAX_ATTEMPTS = 21;

const FIRST_GAP_MS = 30 * SECOND_MS;
const LONGEST_GAP_MS = HOUR_MS;

/**
 * Milliseconds from the start of attempt n to the moment attempt n + 1 is due; undefined after the last.
 * `random` is in [0, 1). Below the hour the gap varies by 10 % either way; at the hour it is 1 to 5 % shorter
 * and never longer, since "at most an hour" is a promise: docs/limits-and-rules.md#webhooks.
 */
export function gapAfterAttempt(attempt: number, random: number): number | undefined {
  if (attempt >= MAX_ATTEMPTS) return undefined;
  const doubled = FIRST_GAP_MS * 2 ** (attempt - 1);
  return doubled < LONGEST_GAP_MS ? Math.round(doubled * (0.9 + 0.2 * random)) : longestGap(random);
}

const longestGap = (random: number): number => Math.round(LONGEST_GAP_MS * (0.95 + 0.04 * random));
