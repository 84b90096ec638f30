import { ok } from '#shared/api/http/endpoint';
import type { AppContext } from '#shared/api/http/ports';
import type { WebhookEndpointId } from '#shared/foundation/core/ids';
import type { Instant } from '#shared/foundation/core/time';
import { getWebhookEndpointStatsContract } from '#shared/webhooks/stats/contract';
import { presentWebhookEndpointStats } from '#shared/webhooks/stats/present';
import { type Interval, statsOf, statsSpan, summaryOf } from '#shared/webhooks/stats/rules/endpoint-stats';
import { findCounts } from '#shared/webhooks/stats/stats-store';
import { findById, webhookEndpoint } from './context.ts';

interface Asked {
  readonly context: AppContext;
  readonly params: { readonly id: WebhookEndpointId };
  readonly query: {
    readonly from?: Instant | undefined;
    readonly to?: Instant | undefined;
    readonly interval?: Interval | undefined;
  };
  readonly now: Instant;
}

const countsFor = ({ context, params, query, now }: Asked) =>
  findCounts(context.table, params.id, statsSpan(query, now));

export const stats = webhookEndpoint(getWebhookEndpointStatsContract, {
  resource: findById,
  afterKey: (request) => [countsFor(request)],
  run: (request) => countsFor(request),
  reply(counts, { params, query, now }) {
    const span = statsSpan(query, now);
    const total = summaryOf(span.from, counts);
    return ok(presentWebhookEndpointStats({ endpointId: params.id, span, total, stats: statsOf(span, counts) }));
  },
});
