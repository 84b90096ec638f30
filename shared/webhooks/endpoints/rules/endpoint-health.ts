import type { TimeScale } from '#shared/foundation/core/clock';
import { HOUR_MS, type Instant, later } from '#shared/foundation/core/time';
import { LEASE_MS } from '#shared/webhooks/delivery/rules/lease';
import type { WebhookEndpoint } from '#shared/webhooks/endpoints/rules/webhook-endpoint';

/** Attempts at one endpoint, none of which was acknowledged since the first. */
export interface FailureStreak {
  /** When the first of them was recorded. */
  readonly since: Instant;
  /** Counted up to about `FAILING_ATTEMPTS`, so that an endpoint that is down is not a row that is written all the time. */
  readonly attempts: number;
}

/** An endpoint is failing after this many attempts and this time without an acknowledgement: docs/limits-and-rules.md#webhooks. */
export const FAILING_ATTEMPTS = 10;
const FAILING_AFTER_MS = HOUR_MS;

/**
 * Whether an endpoint with this streak is failing. An attempt that was under way when the streak began does not know of it
 * and so does not end it; it has ended when its lease has.
 */
export const isFailing = ({ since, attempts }: FailureStreak, now: Instant, timeScale: TimeScale): boolean =>
  attempts >= FAILING_ATTEMPTS && later(since, timeScale.scaled(FAILING_AFTER_MS) + LEASE_MS) <= now;

/** Since when the endpoint has acknowledged none of its attempts, ten at least; undefined where it has. */
export const unansweredSince = (
  { failingSince }: Pick<WebhookEndpoint, 'failingSince'>,
  streak: FailureStreak | undefined,
): Instant | undefined => failingSince ?? (streak && streak.attempts >= FAILING_ATTEMPTS ? streak.since : undefined);

export const startFailing = (endpoint: WebhookEndpoint, { since }: FailureStreak): WebhookEndpoint => ({
  ...endpoint,
  failingSince: since,
});

export const recover = (endpoint: WebhookEndpoint): WebhookEndpoint => ({ ...endpoint, failingSince: null });

/** Whether its owner wants it disabled by now. */
export const isToBeDisabled = (
  { status, failingSince, disableAfterHours }: WebhookEndpoint,
  now: Instant,
  timeScale: TimeScale,
): boolean =>
  status === 'enabled' &&
  failingSince !== null &&
  disableAfterHours !== null &&
  later(failingSince, timeScale.scaled(disableAfterHours * HOUR_MS)) <= now;

/** It keeps `failingSince`, which says why. */
export const disableFailing = (endpoint: WebhookEndpoint): WebhookEndpoint => ({
  ...endpoint,
  status: 'disabled',
  disabledReason: 'failing',
});
