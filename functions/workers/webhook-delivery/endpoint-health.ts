import type { CommandContext } from '#shared/commands/context';
import type { Write } from '#shared/core/table';
import { putEvents } from '#shared/events/outbox';
import { traceOf } from '#shared/platform/queue-batch';
import { storedSnapshotOf } from '#shared/webhooks/delivery/event-snapshot';
import type { Delivery } from '#shared/webhooks/delivery/rules/delivery';
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
import { isOperational } from '#shared/webhooks/endpoints/rules/operational-event';
import type { WebhookEndpoint } from '#shared/webhooks/endpoints/rules/webhook-endpoint';
import { workspaces } from '#shared/workspaces/store';
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

/** Counts a failed attempt, after it was recorded. Never throws: the next failed attempt reports what this one could not. */
export async function noteFailed(context: DeliveryContext, health: EndpointHealth): Promise<void> {
  try {
    await report(context, health);
  } catch (error) {
    context.log({ worker: 'webhook-delivery', endpointId: health.endpoint.id, ...traceOf(error) }, 'WARN');
  }
}

async function report({ table, commands, clock, timeScale }: DeliveryContext, { endpoint, streak }: EndpointHealth) {
  const now = clock.now();
  if (endpoint.failingSince !== null) {
    if (isToBeDisabled(endpoint, now, timeScale)) await disableFailingEndpoint(commands)(endpoint.id, timeScale);
    return;
  }
  const attempts = (streak?.attempts ?? 0) + 1;
  if (attempts <= FAILING_ATTEMPTS) await countFailure(table, endpoint.id, now);
  if (streak && isFailing({ since: streak.since, attempts }, now, timeScale))
    await reportFailing(commands)(endpoint.id, timeScale);
}

/**
 * The event for the transaction in which a delivery uses up its attempts; none for a delivery of an operational event, and
 * none beyond the limit of its workspace: each goes to up to nineteen other endpoints.
 */
export async function failedEvent(
  { table, commands, clock }: DeliveryContext,
  before: Delivery,
  after: Delivery,
): Promise<readonly Write[]> {
  if (before.status === 'failed' || after.status !== 'failed' || isOperational(after.type)) return [];
  const workspace = await workspaces.find(table, after.workspaceId);
  const events = [{ type: 'webhook_event.failed', delivery: after } as const];
  const context = { ids: commands.ids, snapshot: storedSnapshotOf };
  const writes = putEvents(context, events, workspace?.state.endpoints ?? [], clock.now());
  return writes.length > 0 && (await isWithinLimit(commands, after)) ? writes : [];
}

/** Throws `Throttled`: the attempt is then not recorded, and made again. */
const isWithinLimit = ({ clock, useOf, limitCounter }: CommandContext, { workspaceId }: Delivery): Promise<boolean> =>
  limitCounter.hasRoomFor(useOf('failed_events', workspaceId, clock.now()));
