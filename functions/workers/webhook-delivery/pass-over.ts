import type { Instant } from '#shared/foundation/core/time';
import type { Delivery } from '#shared/webhooks/delivery/rules/delivery';
import { mayBePassedOver, passedOver } from '#shared/webhooks/delivery/rules/passed-over';
import { type FailureStreak, unansweredSince } from '#shared/webhooks/endpoints/rules/endpoint-health';
import type { WebhookEndpoint } from '#shared/webhooks/endpoints/rules/webhook-endpoint';
import type { DeliveryContext, ReceivedMessage } from './context.ts';

/** What became of a retry at an endpoint that acknowledges nothing, and has had those of this minute. */
export const PASSED_OVER = 'passed over';

interface Health {
  readonly endpoint: WebhookEndpoint | undefined;
  readonly streak: FailureStreak | undefined;
}

/** Since when the endpoint acknowledges nothing, where this is a retry too many of the minute; otherwise it is counted. */
export async function unansweredTooOften(
  { retryRateLimiter }: DeliveryContext,
  delivery: Delivery,
  { endpoint, streak }: Health,
  { message }: ReceivedMessage,
): Promise<Instant | undefined> {
  if (!endpoint || 'manual' in message || !mayBePassedOver(delivery)) return undefined;
  const since = unansweredSince(endpoint, streak);
  if (since === undefined) return undefined;
  return (await retryRateLimiter.take(endpoint.id)) ? undefined : since;
}

/** The delivery at its next step in the schedule, without the attempt of this one. */
export const withoutAttempt = (
  { clock, random, timeScale }: DeliveryContext,
  delivery: Delivery,
  since: Instant,
): Delivery => passedOver(delivery, { now: clock.now(), since, random: random(), timeScale: timeScale.scaled(1) });
