import type { WebhookEndpointId } from '#shared/foundation/core/ids';
import type { Table } from '#shared/foundation/core/table';
import { type Instant, LAST_INSTANT } from '#shared/foundation/core/time';
import { summaryOf } from '#shared/webhooks/stats/rules/endpoint-stats';
import { findCounts } from '#shared/webhooks/stats/stats-store';

const ALWAYS = { from: 0 as Instant, to: LAST_INSTANT, interval: 'hour' } as const;

/** The statistics of an endpoint over all time. */
export const countedAttempts = async (table: Table, endpoint: WebhookEndpointId) =>
  summaryOf(ALWAYS.from, await findCounts(table, endpoint, ALWAYS));
