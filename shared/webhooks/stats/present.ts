import * as v from 'valibot';
import type { WebhookEndpointId } from '#shared/foundation/core/ids';
import { isoOf } from '#shared/foundation/core/time';
import { dateTime, idText } from '#shared/foundation/http/response/wire';
import { type EndpointStats, INTERVALS, type StatsSpan } from '#shared/webhooks/stats/rules/endpoint-stats';

const whole = v.pipe(v.number(), v.integer(), v.minValue(0));

const counts = {
  attempts: whole,
  delivered: whole,
  failed: whole,
  p50_ms: v.nullable(whole),
  p95_ms: v.nullable(whole),
  responses: v.strictObject({
    '2xx': whole,
    '3xx': whole,
    '4xx': whole,
    '5xx': whole,
    timeout: whole,
    unreachable: whole,
    not_sent: whole,
  }),
};

export const WebhookEndpointStatsBody = v.strictObject({
  object: v.literal('webhook_endpoint_stats'),
  webhook_endpoint_id: idText('whe'),
  from: dateTime,
  to: dateTime,
  interval: v.picklist(INTERVALS),
  total: v.strictObject(counts),
  data: v.array(v.strictObject({ starts_at: dateTime, ...counts })),
});

export interface StatsAnswer {
  readonly endpointId: WebhookEndpointId;
  readonly span: StatsSpan;
  readonly total: EndpointStats;
  readonly stats: readonly EndpointStats[];
}

export const presentWebhookEndpointStats = ({ endpointId, span, total, stats }: StatsAnswer) => ({
  object: 'webhook_endpoint_stats',
  webhook_endpoint_id: endpointId,
  from: isoOf(span.from),
  to: isoOf(span.to),
  interval: span.interval,
  total: presentCounts(total),
  data: stats.map((one) => ({ starts_at: isoOf(one.startsAt), ...presentCounts(one) })),
});

const presentCounts = ({ attempts, delivered, failed, p50Ms, p95Ms, responses }: EndpointStats) => ({
  ...{ attempts, delivered, failed },
  p50_ms: p50Ms,
  p95_ms: p95Ms,
  responses,
});
