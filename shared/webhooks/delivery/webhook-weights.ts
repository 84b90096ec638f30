import type { Clock } from '#shared/foundation/core/clock';
import type { WebhookEndpointId } from '#shared/foundation/core/ids';
import type { Table } from '#shared/foundation/core/table';
import { HOUR_MS, type Instant, later, MINUTE_MS } from '#shared/foundation/core/time';
import { heaviestOf } from '#shared/webhooks/delivery/rules/webhook-weight';
import { hourOf } from '#shared/webhooks/stats/rules/attempt-count';
import { summaryOf } from '#shared/webhooks/stats/rules/endpoint-stats';
import { findCounts } from '#shared/webhooks/stats/stats-store';

/** Where an event goes: an endpoint, or null for what has no statistics, the `webhook_url` of an order. */
export type ReceiverId = WebhookEndpointId | null;

/** Endpoints whose weight is remembered. */
const MOST_REMEMBERED = 10_000;

interface Remembered {
  readonly until: Instant;
  readonly weight: Promise<number>;
}

/**
 * How many webhooks one for an endpoint counts as, by the statistics of this hour or the one before, whichever is more.
 * One for each process, which reads them once a minute. Throws `Throttled`.
 */
export function webhookWeights({ table, clock }: { readonly table: Table; readonly clock: Clock }) {
  const remembered = new Map<WebhookEndpointId, Remembered>();

  async function read(endpoint: WebhookEndpointId): Promise<number> {
    const hour = hourOf(clock.now());
    const span = { from: later(hour, -HOUR_MS), to: later(hour, HOUR_MS) };
    const counts = await findCounts(table, endpoint, span);
    // One by one: an hour of webhooks that were acknowledged does not pay for an hour of refusals.
    const hours = [...Map.groupBy(counts, ({ hour }) => hour)].map(([at, ofHour]) => summaryOf(at, ofHour));
    return heaviestOf(
      hours.map(({ attempts, responses }) => ({
        attempts: attempts - responses.not_sent,
        acknowledged: responses['2xx'],
      })),
    );
  }

  function weightAt(endpoint: WebhookEndpointId): Promise<number> {
    const before = remembered.get(endpoint);
    if (before && before.until > clock.now()) return before.weight;
    if (remembered.size >= MOST_REMEMBERED) remembered.clear();
    const weight = read(endpoint);
    remembered.set(endpoint, { until: later(clock.now(), MINUTE_MS), weight });
    weight.catch(() => remembered.delete(endpoint));
    return weight;
  }

  return {
    /** The mean of these, to hundredths. */
    async meanOf(receivers: readonly ReceiverId[]): Promise<number> {
      const weights = await Promise.all(receivers.map((one) => (one === null ? 1 : weightAt(one))));
      const mean = weights.reduce((sum, one) => sum + one, 0) / Math.max(1, weights.length);
      return Math.round(mean * 100) / 100;
    },
  };
}
