import { type Evidence, paused, type Reason, reason } from '#bin/operator/why/reasons';
import { type Instant, isoOf, later, laterOf, MINUTE_MS } from '#shared/core/time';
import type { LineSlot } from '#shared/events/ports';
import { type Delivery, isWaiting } from '#shared/webhooks/delivery/rules/delivery';
import { hasFilter } from '#shared/webhooks/endpoints/rules/event-filter';
import { subscribersOf, subscriptionOf, type WebhookEndpoint } from '#shared/webhooks/endpoints/rules/webhook-endpoint';
import { ENDPOINTS_STAY_MS } from '#shared/workspaces/rules/workspace';

export interface WebhookFacts {
  readonly now: Instant;
  readonly archivedAt: Instant | null;
  /** Since when the workspace is paused. */
  readonly pausedAt: Instant | null;
  readonly endpoints: readonly WebhookEndpoint[];
  /** Of the workspace, or of the meeting and its bots, newest first. */
  readonly deliveries: readonly Delivery[];
  /** Endpoints that take the slow queue. */
  readonly slowEndpointIds: readonly string[];
  /** Events of the workspace, or of the meeting, that wait for their fan-out. */
  readonly waitingEvents: readonly WaitingEvent[];
  /** Event types that would tell of what was asked about. */
  readonly types: readonly string[];
}

export interface WaitingEvent {
  readonly since: Instant;
  /** In the line of the workspace, or of all that its founder has. */
  readonly slot: LineSlot | undefined;
}

/** An event is fanned out within seconds; the sweeper publishes a lost one after a minute or two. */
const FANOUT_TAKES_MS = 2 * MINUTE_MS;

/** Why a workspace gets no webhooks, or none of a meeting, in the order in which an event could be lost to a partner. */
export function whyNoWebhooks(facts: WebhookFacts): readonly Reason[] {
  const { endpoints, types } = facts;
  const enabled = endpoints.filter(({ status }) => status === 'enabled');
  const subscribed = enabled.filter((one) =>
    types.some((type) => subscribersOf(type, [subscriptionOf(one)]).length > 0),
  );
  const filtering = subscribed.filter(({ filters }) => types.some((type) => hasFilter(filters, type)));
  return [
    ...ofEndpoints(facts, enabled, subscribed),
    paused(facts.pausedAt, 'its deliveries wait'),
    ...ofDeliveries(facts),
    reason(
      'filtered',
      filtering.length > 0,
      'nothing was sent, and an endpoint has filters for these types: an event that does not pass leaves no row',
      { endpoints: filtering.map(({ id }) => id) },
    ),
    reason(
      'nothing_happened',
      true,
      'there was no event of the types that its endpoints name in the 30 days for which they are kept',
      typesOf(enabled),
    ),
  ];
}

/** What keeps every event from them. */
function ofEndpoints(
  { now, archivedAt, endpoints, types }: WebhookFacts,
  enabled: readonly WebhookEndpoint[],
  subscribed: readonly WebhookEndpoint[],
): readonly Reason[] {
  return [
    reason(
      'archived',
      archivedAt !== null && now >= later(archivedAt, ENDPOINTS_STAY_MS),
      'the workspace is archived: npm run ops -- workspace --restore takes it back within 30 days',
      { archived_at: archivedAt === null ? null : isoOf(archivedAt) },
    ),
    reason('no_endpoint', endpoints.length === 0, 'the workspace has no webhook endpoint: POST /webhook_endpoints', {
      endpoints: 0,
    }),
    reason(
      'endpoints_disabled',
      enabled.length === 0,
      'every endpoint is disabled; requested is by its owner, failing by the service: PATCH it with status enabled',
      Object.fromEntries(endpoints.map(({ id, disabledReason }) => [id, disabledReason ?? 'enabled'])),
    ),
    reason('not_subscribed', subscribed.length === 0, 'no enabled endpoint names these event types', {
      ...typesOf(enabled),
      types,
    }),
  ];
}

/** The event types that each endpoint names, by its id. */
const typesOf = (endpoints: readonly WebhookEndpoint[]): Evidence =>
  Object.fromEntries(endpoints.map(({ id, enabledEvents }) => [id, enabledEvents]));

/** What becomes of those that they are sent. */
function ofDeliveries(facts: WebhookFacts): readonly Reason[] {
  const { now, endpoints, deliveries } = facts;
  const inLine = facts.waitingEvents.flatMap(({ slot }) => (slot && slot.at > now ? [slot] : []));
  const late = facts.waitingEvents.flatMap(({ since, slot }) => {
    const readySince = slot?.at ?? since;
    return now >= later(readySince, FANOUT_TAKES_MS) ? [readySince] : [];
  });
  // What waited for a paused workspace has a slot as well.
  const limited = deliveries.filter((one) => isWaiting(one) && one.slot !== undefined && !one.slot.paused);
  const slow = deliveries.filter((one) => isWaiting(one) && facts.slowEndpointIds.includes(one.endpointId ?? ''));
  const by = (status: Delivery['status']) => deliveries.filter((one) => one.status === status);
  return [
    reason(
      'not_fanned_out',
      late.length > 0,
      'events wait for their fan-out: see OutboxRelayBehind and dead-letters --list fanout',
      { events: late.length, since: late.length === 0 ? null : isoOf(Math.min(...late) as Instant) },
    ),
    inLineOf(inLine),
    reason(
      'rate',
      limited.length > 0,
      'webhooks wait for the rate of an endpoint with max_per_second',
      waiting(limited, endpoints),
    ),
    reason(
      'slow_queue',
      slow.length > 0,
      'the endpoint answers slowly and shares the slow queue with others like it; one that does not answer within 10 seconds (timeout_response) gets each event again',
      { ...waiting(slow, endpoints), first_attempts: firstAttempts(slow) },
    ),
    reason(
      'refused',
      by('retrying').length > 0,
      'the receiver did not acknowledge; they are sent again by the schedule',
      attempts(by('retrying')),
    ),
    reason(
      'given_up',
      by('failed').length > 0,
      'all attempts failed: its owner sends them again with POST /webhook_endpoints/{id}/redeliver',
      attempts(by('failed')),
    ),
    reason(
      'skipped',
      by('skipped').length > 0,
      'the endpoint was disabled or deleted when they were due: POST /webhook_endpoints/{id}/redeliver sends them',
      { webhook_events: idsOf(by('skipped')) },
    ),
    reason(
      'waiting',
      by('pending').length > 0,
      'first attempts are queued: see WebhooksLate and dead-letters --list first',
      { webhook_events: idsOf(by('pending')) },
    ),
    reason('delivered', deliveries.length > 0, 'the receiver acknowledged them: their logs show what became of them', {
      newest: deliveries[0]?.id ?? null,
      webhook_events: deliveries.length,
      sent_more_than_once: deliveries.filter(({ attemptsCount }) => attemptsCount > 1).length,
    }),
  ];
}

const inLineOf = (inLine: readonly LineSlot[]): Reason =>
  reason(
    'in_line',
    inLine.length > 0,
    `an event waits in line until ${shownAt(firstOf(inLine))}: there are more webhooks than a workspace, or all of its founder, may have a minute, and one at an endpoint that acknowledges little counts as up to ten`,
    {
      events: inLine.length,
      first_at: shownAt(firstOf(inLine)),
      last_at: shownAt(inLine.map(({ at }) => at).reduce(laterOf, 0 as Instant)),
      lines: [...new Set(inLine.map((slot) => slot.in))],
      counted_as: Math.max(0, ...inLine.map(({ weight }) => weight)),
    },
  );

const firstOf = (slots: readonly LineSlot[]): Instant | null =>
  slots.length === 0 ? null : (Math.min(...slots.map(({ at }) => at)) as Instant);

const shownAt = (at: Instant | null): string | null => (at === null || at === 0 ? null : isoOf(at));

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
    due_at: newest && 'dueAt' in newest ? isoOf(newest.dueAt) : null,
  };
}
