import type { Workspace } from '#shared/accounts/workspaces/rules/workspace';
import type { Table } from '#shared/foundation/core/table';
import type { Instant } from '#shared/foundation/core/time';
import { type Delivery, isWaiting } from '#shared/webhooks/delivery/rules/delivery';
import type { WebhookFacts } from '#shared/webhooks/delivery/rules/why-no-webhooks';
import { slowEndpointList } from '#shared/webhooks/delivery/slow-endpoints-store';

type Read = Pick<WebhookFacts, 'endpoints' | 'deliveries' | 'types'> & { readonly workspace: Workspace };

/** By what tells why webhooks do not come. The slow endpoints, one row, are read only where one of the events waits. */
export async function webhookFacts(table: Table, { workspace, ...read }: Read, now: Instant): Promise<WebhookFacts> {
  const { archivedAt, pausedAt = null } = workspace;
  return { now, archivedAt, pausedAt, ...read, slowEndpointIds: await slowAmong(table, read.deliveries, now) };
}

/** Those that the events wait for, none of other workspaces. */
async function slowAmong(table: Table, deliveries: readonly Delivery[], now: Instant): Promise<readonly string[]> {
  const waited = new Set(deliveries.filter(isWaiting).flatMap(({ endpointId }) => endpointId ?? []));
  if (waited.size === 0) return [];
  const listed = await slowEndpointList(table).read();
  return [...waited].filter((id) => listed[id]?.latency === 'slow' && listed[id].until > now);
}
