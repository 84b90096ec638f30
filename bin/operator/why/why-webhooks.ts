import type { Evidence, Reason } from '#bin/operator/why/reasons';
import { type Instant, isoOf, later, MINUTE_MS } from '#shared/core/time';
import { type Delivery, isWaiting } from '#shared/webhooks/delivery/rules/delivery';
import { hasFilter } from '#shared/webhooks/endpoints/rules/event-filter';
import { subscribersOf, subscriptionOf, type WebhookEndpoint } from '#shared/webhooks/endpoints/rules/webhook-endpoint';
import { ENDPOINTS_STAY_MS } from '#shared/workspaces/rules/workspace';

export interface WebhookFacts {
  readonly now: Instant;
  readonly archivedAt: Instant | null;
  readonly endpoints: readonly WebhookEndpoint[];
  /** Of the workspace, or of the meeting and its bots, newest first. */
  readonly deliveries: readonly Delivery[];
  /** Endpoints that take the slow queue. */
  readonly slowEndpointIds: readonly string[];
  /** Events of the workspace, or of the meeting, that wait for their fan-out: since when. */
  readonly waitingEvents: readonly Instant[];
  /** Event types that would tell of what was asked about. */
  readonly types: readonly string[];
}

/** An event is fanned out within seconds; the sweeper publishes a lost one after a minute or two. */
const FANOUT_TAKES_MS = 2 * MINUTE_MS;

/** Why a workspace gets no webhooks, or none of a meeting, in the order in which an event could be lost to a partner. */
export function whyNoWebhooks(facts: WebhookFacts): readonly Reason[] {
  const { now, archivedAt, endpoints, deliveries, types } = facts;
  const enabled = endpoints.filter(({ status }) => status === 'enabled');
  const subscribed = enabled.filter((one) =>
    types.some((type) => subscribersOf(type, [subscriptionOf(one)]).length > 0),
  );
  const late = facts.waitingEvents.filter((since) => now >= later(since, FANOUT_TAKES_MS));
  const filtering = subscribed.filter(({ filters }) => types.some((type) => hasFilter(filters, type)));
  const inLine = deliveries.filter((one) => isWaiting(one) && one.slot !== undefined);
  const slow = deliveries.filter((one) => isWaiting(one) && facts.slowEndpointIds.includes(one.endpointId ?? ''));
  const retrying = deliveries.filter(({ status }) => status === 'retrying');
  const by = (status: Delivery['status']) => deliveries.filter((one) => one.status === status);
  return [
    reason('archived', archivedAt !== null && now >= later(archivedAt, ENDPOINTS_STAY_MS), {
      says: 'the workspace is archived: npm run ops -- workspace --restore takes it back within 30 days',
      evidence: { archived_at: archivedAt === null ? null : isoOf(archivedAt) },
    }),
    reason('no_endpoint', endpoints.length === 0, {
      says: 'the workspace has no webhook endpoint: POST /webhook_endpoints',
      evidence: { endpoints: 0 },
    }),
    reason('endpoints_disabled', enabled.length === 0, {
      says: 'every endpoint is disabled; requested is by its owner, failing by the service: PATCH it with status enabled',
      evidence: Object.fromEntries(endpoints.map(({ id, disabledReason }) => [id, disabledReason ?? 'enabled'])),
    }),
    reason('not_subscribed', subscribed.length === 0, {
      says: 'no enabled endpoint names these event types',
      evidence: { ...Object.fromEntries(enabled.map(({ id, enabledEvents }) => [id, enabledEvents])), types },
    }),
    reason('not_fanned_out', late.length > 0, {
      says: 'events wait for their fan-out: see OutboxRelayBehind and dead-letters --list fanout',
      evidence: { events: late.length, since: late.length === 0 ? null : isoOf(Math.min(...late) as Instant) },
    }),
    reason('rate', inLine.length > 0, {
      says: 'webhooks wait in the line of an endpoint with max_per_second',
      evidence: waiting(inLine, endpoints),
    }),
    reason('slow_queue', slow.length > 0, {
      says: 'the endpoint answers slowly and shares the slow queue with others like it',
      evidence: waiting(slow, endpoints),
    }),
    reason('refused', retrying.length > 0, {
      says: 'the receiver did not acknowledge; they are sent again by the schedule',
      evidence: attempts(retrying),
    }),
    reason('given_up', by('failed').length > 0, {
      says: 'all attempts failed: its owner sends them again with POST /webhook_endpoints/{id}/redeliver',
      evidence: attempts(by('failed')),
    }),
    reason('skipped', by('skipped').length > 0, {
      says: 'the endpoint was disabled or deleted when they were due: POST /webhook_endpoints/{id}/redeliver sends them',
      evidence: { webhook_events: idsOf(by('skipped')) },
    }),
    reason('waiting', by('pending').length > 0, {
      says: 'first attempts are queued: see WebhooksLate and dead-letters --list first',
      evidence: { webhook_events: idsOf(by('pending')) },
    }),
    reason('delivered', deliveries.length > 0, {
      says: 'the receiver acknowledged them: their logs show what became of them',
      evidence: { newest: deliveries[0]?.id ?? null, webhook_events: deliveries.length },
    }),
    reason('filtered', filtering.length > 0, {
      says: 'nothing was sent, and an endpoint has filters for these types: an event that does not pass leaves no row',
      evidence: { endpoints: filtering.map(({ id }) => id) },
    }),
    reason('nothing_happened', true, {
      says: 'there was no event in the 30 days for which they are kept',
      evidence: { endpoints: enabled.length },
    }),
  ];
}

const reason = (name: string, holds: boolean, said: Pick<Reason, 'says' | 'evidence'>): Reason => ({
  reason: name,
  holds,
  ...said,
});

/** Ids that are printed of many. */
const MOST_IDS = 5;
const idsOf = (deliveries: readonly Delivery[]): readonly string[] => deliveries.slice(0, MOST_IDS).map(({ id }) => id);

function waiting(deliveries: readonly Delivery[], endpoints: readonly WebhookEndpoint[]): Evidence {
  const ids = [...new Set(deliveries.flatMap(({ endpointId }) => endpointId ?? []))];
  const rates = endpoints
    .filter(({ id }) => ids.includes(id))
    .map(({ id, maxPerSecond }) => `${id} ${maxPerSecond ?? 'no rate'}`);
  return { webhook_events: deliveries.length, endpoints: rates };
}

function attempts(deliveries: readonly Delivery[]): Evidence {
  const [newest] = deliveries;
  const attempt = newest?.firstAttempt;
  return {
    webhook_events: idsOf(deliveries),
    attempts: newest?.attemptsCount ?? 0,
    first_attempt: attempt === undefined ? 'none yet' : (attempt.error ?? `status ${attempt.responseStatus}`),
    due_at: newest && 'dueAt' in newest ? isoOf(newest.dueAt) : null,
  };
}
