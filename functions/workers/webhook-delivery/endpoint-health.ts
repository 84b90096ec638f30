import { traceOf } from '#shared/foundation/platform/queue-batch';
import {
  disableFailingEndpoint,
  reportFailing,
  reportRecovered,
} from '#shared/webhooks/endpoints/commands/report-health';
import { countFailure, endStreak } from '#shared/webhooks/endpoints/failure-streak-store';
import {
  FAILING_ATTEMPTS,
  type FailureStreak,
  isFailing,
  isToBeDisabled,
} from '#shared/webhooks/endpoints/rules/endpoint-health';
import type { WebhookEndpoint } from '#shared/webhooks/endpoints/rules/webhook-endpoint';
import type { DeliveryContext } from './context.ts';

/** An endpoint and its failures, as they were read before the request. */
export interface EndpointHealth {
  readonly endpoint: WebhookEndpoint;
  readonly streak: FailureStreak | undefined;
}

/**
 * Ends the streak of failures. Called before the attempt is recorded: a worker that dies in between leaves the message,
 * which is sent and acknowledged again, so that no recovery goes unreported.
 */
export async function noteAcknowledged({ table, commands }: DeliveryContext, health: EndpointHealth): Promise<void> {
  const { endpoint, streak } = health;
  if (endpoint.failingSince === null && (!streak || (await endStreak(table, endpoint.id, streak)))) return;
  await reportRecovered(commands)(endpoint.id);
}

/** Counts a failed attempt, named by its delivery and number, after it was recorded. Never throws: the next failed attempt reports what this one could not. */
export async function noteFailed(context: DeliveryContext, health: EndpointHealth, attempt: string): Promise<void> {
  try {
    await report(context, health, attempt);
  } catch (error) {
    context.log({ worker: 'webhook-delivery', endpointId: health.endpoint.id, ...traceOf(error) }, 'WARN');
  }
}

async function report(
  { table, commands, clock, timeScale }: DeliveryContext,
  { endpoint, streak }: EndpointHealth,
  attempt: string,
) {
  const now = clock.now();
  if (endpoint.failingSince !== null) {
    if (isToBeDisabled(endpoint, now, timeScale)) await disableFailingEndpoint(commands)(endpoint.id, timeScale);
    return;
  }
  const attempts = (streak?.attempts ?? 0) + 1;
  if (attempts <= FAILING_ATTEMPTS) await countFailure(table, endpoint.id, { attempt, now });
  if (streak && isFailing({ since: streak.since, attempts }, now, timeScale))
    await reportFailing(commands)(endpoint.id, timeScale);
}
