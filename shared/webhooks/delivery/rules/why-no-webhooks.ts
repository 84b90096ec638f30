import { ENDPOINTS_STAY_MS } from '#shared/accounts/workspaces/rules/workspace';
import { type Evidence, type Finding, firstThatHolds, type Reason, reason } from '#shared/foundation/core/reason';
import { type Instant, isoOrNull, later } from '#shared/foundation/core/time';
import { subscribersOf } from '#shared/foundation/events/rules/subscription';
import { type Delivery, isWaiting } from '#shared/webhooks/delivery/rules/delivery';
import { hasFilter } from '#shared/webhooks/endpoints/rules/event-filter';
import { subscriptionOf, type WebhookEndpoint } from '#shared/webhooks/endpoints/rules/webhook-endpoint';

export interface WebhookFacts {
  readonly now: Instant;
  readonly archivedAt: Instant | null;
  /** Since when the workspace is paused. */
  readonly pausedAt: Instant | null;
  /** All of the workspace, or the one that is asked about. */
  readonly endpoints: readonly WebhookEndpoint[];
  /** Of the workspace or the endpoint, or of a meeting and its bots; the newest `MOST_DELIVERIES`, newest first. */
  readonly deliveries: readonly Delivery[];
  /** Endpoints that take the slow queue. */
  readonly slowEndpointIds: readonly string[];
  /** Event types that would tell of what was asked about. */
  readonly types: readonly string[];
}

export type WebhookReason =
  | 'archived'
  | 'no_endpoint'
  | 'endpoints_disabled'
  | 'not_subscribed'
  | 'paused'
  | 'rate'
  | 'slow_queue'
  | 'refused'
  | 'given_up'
  | 'skipped'
  | 'waiting'
  | 'delivered'
  | 'filtered'
  | 'nothing_happened';

type Reasons = readonly Reason<WebhookReason>[];

/** Webhook events that are looked at, the newest. */
export const MOST_DELIVERIES = 50;

/**
 * Why a workspace or endpoint gets no webhooks, or none of a meeting, in the order in which an event could be lost to a
 * partner. `ofFanout` are the reasons for which events have no deliveries yet; without them they are not looked for.
 */
export function whyNoWebhooks<OfFanout extends string = never>(
  facts: WebhookFacts,
  ofFanout: readonly Reason<OfFanout>[] = [],
): Finding<WebhookReason | OfFanout> {
  const { endpoints, types, pausedAt } = facts;
  const enabled = endpoints.filter(({ status }) => status === 'enabled');
  const subscribed = enabled.filter((one) =>
    types.some((type) => subscribersOf(type, [subscriptionOf(one)]).length > 0),
  );
  const filtering = subscribed.filter(({ filters }) => types.some((type) => hasFilter(filters, type)));
  return firstThatHolds<WebhookReason | OfFanout>([
    ...ofEndpoints(facts, enabled, subscribed),
    reason('paused', pausedAt !== null, { paused_at: isoOrNull(pausedAt) }),
    ...ofFanout,
    ...ofDeliveries(facts),
    reason('filtered', filtering.length > 0, { endpoints: filtering.map(({ id }) => id) }),
    reason('nothing_happened', true, typesOf(enabled)),
  ]);
}

/** What keeps every event from them. */
function ofEndpoints(
  { now, archivedAt, endpoints, types }: WebhookFacts,
  enabled: readonly WebhookEndpoint[],
  subscribed: readonly WebhookEndpoint[],
): Reasons {
  return [
    reason('archived', archivedAt !== null && now >= later(archivedAt, ENDPOINTS_STAY_MS), {
      archived_at: isoOrNull(archivedAt),
    }),
    reason('no_endpoint', endpoints.length === 0, { endpoints: 0 }),
    reason(
      'endpoints_disabled',
      enabled.length === 0,
      Object.fromEntries(endpoints.map(({ id, disabledReason }) => [id, disabledReason ?? 'enabled'])),
    ),
    reason('not_subscribed', subscribed.length === 0, { ...typesOf(enabled), types }),
  ];
}

/** The event types that each endpoint names, by its id. */
const typesOf = (endpoints: readonly WebhookEndpoint[]): Evidence =>
  Object.fromEntries(endpoints.map(({ id, enabledEvents }) => [id, enabledEvents]));

/** What becomes of those that they are sent. */
function ofDeliveries({ endpoints, deliveries, slowEndpointIds }: WebhookFacts): Reasons {
  const by = (status: Delivery['status']) => deliveries.filter((one) => one.status === status);
  // What waited for a paused workspace has a slot as well.
  const limited = deliveries.filter((one) => isWaiting(one) && one.slot !== undefined && !one.slot.paused);
  const slow = deliveries.filter((one) => isWaiting(one) && slowEndpointIds.includes(one.endpointId ?? ''));
  return [
    reason('rate', limited.length > 0, waiting(limited, endpoints)),
    reason('slow_queue', slow.length > 0, { ...waiting(slow, endpoints), first_attempts: firstAttempts(slow) }),
    reason('refused', by('retrying').length > 0, attempts(by('retrying'))),
    reason('given_up', by('failed').length > 0, attempts(by('failed'))),
    reason('skipped', by('skipped').length > 0, { webhook_events: idsOf(by('skipped')) }),
    reason('waiting', by('pending').length > 0, { webhook_events: idsOf(by('pending')) }),
    reason('delivered', deliveries.length > 0, {
      newest: deliveries[0]?.id ?? null,
      webhook_events: deliveries.length,
      sent_more_than_once: deliveries.filter(({ attemptsCount }) => attemptsCount > 1).length,
    }),
  ];
}

/** Ids that are named of many. */
const MOST_IDS = 5;
const idsOf = (deliveries: readonly Delivery[]): readonly string[] => deliveries.slice(0, MOST_IDS).map(({ id }) => id);

function waiting(deliveries: readonly Delivery[], endpoints: readonly WebhookEndpoint[]): Evidence {
  const ids = [...new Set(deliveries.flatMap(({ endpointId }) => endpointId ?? []))];
  const rates = endpoints
    .filter(({ id }) => ids.includes(id))
    .map(({ id, maxPerSecond }) => `${id} ${maxPerSecond ?? 'no rate'}`);
  return { webhook_events: deliveries.length, endpoints: rates };
}

/** How their first attempts ended, and how many did so. */
function firstAttempts(deliveries: readonly Delivery[]): readonly string[] {
  const ends = Map.groupBy(deliveries, ({ firstAttempt }) => endOf(firstAttempt));
  return [...ends].map(([end, those]) => `${end} ${those.length}`);
}

const endOf = (attempt: Delivery['firstAttempt']): string =>
  attempt === undefined ? 'none yet' : (attempt.error ?? `status ${attempt.responseStatus}`);

function attempts(deliveries: readonly Delivery[]): Evidence {
  const [newest] = deliveries;
  return {
    webhook_events: idsOf(deliveries),
    attempts: newest?.attemptsCount ?? 0,
    first_attempt: endOf(newest?.firstAttempt),
    due_at: newest && 'dueAt' in newest ? isoOrNull(newest.dueAt) : null,
  };
}
