import * as v from 'valibot';
import { contract } from '#shared/foundation/http/contract';
import { idParams, instantField, rule } from '#shared/foundation/http/fields';
import { ONLY_ADMINISTRATORS_READ_WEBHOOKS } from '#shared/webhooks/delivery/contract';
import { WebhookEndpointStatsBody } from '#shared/webhooks/stats/present';
import { INTERVALS } from '#shared/webhooks/stats/rules/endpoint-stats';

const StatsQuery = v.strictObject({
  from: v.optional(instantField),
  to: v.optional(instantField),
  interval: v.optional(v.picklist(INTERVALS)),
});

type StatsQuery = v.InferOutput<typeof StatsQuery>;

export const getWebhookEndpointStatsContract = contract({
  method: 'GET',
  path: '/webhook_endpoints/{id}/stats',
  group: 'webhook-endpoints',
  access: 'administer',
  forbidden: ONLY_ADMINISTRATORS_READ_WEBHOOKS,
  summary: 'Read the statistics of a webhook endpoint',
  description:
    'Counts of attempts by full hour or day (UTC), oldest first, for at most the last 30 days; intervals without attempts are included. Without `from` and `to`, the last 24 hours. `from` and `to` of the response are the full intervals around what was requested. Each recorded attempt is counted exactly once. `p50_ms` and `p95_ms` are rounded up by at most 26 %.',
  params: idParams('whe'),
  query: v.pipe(
    StatsQuery,
    rule<StatsQuery>(
      'to',
      '[bad_request] must be later than from.',
      ({ from, to }) => from === undefined || to === undefined || to > from,
    ),
  ),
  responses: { 200: { description: 'The statistics.', schema: WebhookEndpointStatsBody } },
  errors: { 400: ['bad_request'], 403: ['workspace_access_not_allowed'], 404: ['not_found'] },
});
