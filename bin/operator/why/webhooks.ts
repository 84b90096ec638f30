import { pausedAnd, type Words } from '#bin/operator/why/reasons';
import { type Reason, reason } from '#shared/foundation/core/reason';
import { type Instant, isoOrNull, later, laterOf, MINUTE_MS } from '#shared/foundation/core/time';
import type { FanoutSlot } from '#shared/foundation/events/ports';
import type { WebhookReason } from '#shared/webhooks/delivery/rules/why-no-webhooks';

/** An event is fanned out within seconds; the sweeper publishes a lost one after a minute or two. */
const FANOUT_TAKES_MS = 2 * MINUTE_MS;

/** An event that waits for its fan-out. */
export interface WaitingEvent {
  readonly since: Instant;
  /** Of the workspace, or of all that its founder has. */
  readonly slot: FanoutSlot | undefined;
}

/** The reasons for which events have no deliveries yet. */
export function ofFanout(
  waitingEvents: readonly WaitingEvent[],
  now: Instant,
): readonly Reason<'not_fanned_out' | 'in_line'>[] {
  const rateLimited = waitingEvents.flatMap(({ slot }) => (slot && slot.at > now ? [slot] : []));
  const slots = rateLimited.map(({ at }) => at);
  const late = waitingEvents
    .map(({ since, slot }) => slot?.at ?? since)
    .filter((readySince) => now >= later(readySince, FANOUT_TAKES_MS));
  return [
    reason('not_fanned_out', late.length > 0, { events: late.length, since: isoOrNull(firstOf(late)) }),
    reason('in_line', rateLimited.length > 0, {
      events: rateLimited.length,
      first_at: isoOrNull(firstOf(slots)),
      last_at: isoOrNull(slots.length === 0 ? null : slots.reduce(laterOf)),
      lines: [...new Set(rateLimited.map((slot) => slot.in))],
      counted_as: Math.max(0, ...rateLimited.map(({ weight }) => weight)),
    }),
  ];
}

const firstOf = (times: readonly Instant[]): Instant | null =>
  times.length === 0 ? null : (Math.min(...times) as Instant);

/** Of a workspace or meeting whose webhooks are missing. */
export const WEBHOOK_WORDS: Words<WebhookReason | 'not_fanned_out' | 'in_line'> = {
  archived: 'the workspace is archived: npm run ops -- workspace --restore takes it back within 30 days',
  no_endpoint: 'the workspace has no webhook endpoint: POST /webhook_endpoints',
  endpoints_disabled:
    'every endpoint is disabled; requested is by its owner, failing by the service: PATCH it with status enabled',
  not_subscribed: 'no enabled endpoint names these event types',
  paused: pausedAnd('its deliveries wait'),
  not_fanned_out: 'events wait for their fan-out: see OutboxRelayBehind and dead-letters --list fanout',
  in_line:
    'events wait in line from first_at to last_at: there are more webhooks than a workspace, or all of its founder, may have a minute, and one at an endpoint that acknowledges little counts as up to ten',
  rate: 'webhooks wait for the rate of an endpoint with max_per_second',
  slow_queue:
    'the endpoint answers slowly and shares the slow queue with others like it; one that does not answer within 10 seconds (timeout_response) gets each event again',
  refused: 'the receiver did not acknowledge; they are sent again by the schedule',
  given_up: 'all attempts failed: its owner sends them again with POST /webhook_endpoints/{id}/redeliver',
  skipped: 'the endpoint was disabled or deleted when they were due: POST /webhook_endpoints/{id}/redeliver sends them',
  waiting: 'first attempts are queued: see WebhooksLate and dead-letters --list first',
  delivered: 'the receiver acknowledged them: their logs show what became of them',
  filtered: 'nothing was sent, and an endpoint has filters for these types: an event that does not pass leaves no row',
  nothing_happened: 'there was no event of the types that its endpoints name in the 30 days for which they are kept',
};
