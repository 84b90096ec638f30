import type { OutboxId, WebhookEndpointId } from '#shared/foundation/core/ids';
import type { Table } from '#shared/foundation/core/table';
import type { OutboxEvent } from '#shared/foundation/events/ports';
import type { WebhookEndpoint } from '#shared/webhooks/endpoints/rules/webhook-endpoint';
import { webhookEndpoints } from '#shared/webhooks/endpoints/store';
import type { EndpointStats } from '#shared/webhooks/stats/rules/endpoint-stats';
import { countedAttempts } from '#test/support/event-path/counted-attempts';
import type { KnownEndpoint } from './ledger.ts';

/** An operational event of the outbox. */
export interface Reported {
  readonly id: OutboxId;
  readonly type: string;
  readonly at: number;
  /** The endpoint or the delivery that it is about. */
  readonly about: string;
  readonly endpointId: string;
  readonly failingSince: number | undefined;
  readonly endpoints: readonly string[];
}

/** How an endpoint stands at the end. */
export interface Standing {
  readonly known: KnownEndpoint;
  /** Undefined where it was deleted. */
  readonly state: WebhookEndpoint | undefined;
  readonly stats: EndpointStats;
}

export function reportedIn({ id, type, at, snapshot, endpoints }: OutboxEvent): Reported {
  const since = snapshot['failing_since'];
  return {
    ...{ id, type, at, about: String(snapshot['id']) },
    endpointId: String(snapshot['webhook_endpoint_id'] ?? snapshot['id']),
    failingSince: typeof since === 'string' ? Date.parse(since) : undefined,
    endpoints: endpoints.map((endpoint) => endpoint.id),
  };
}

export const standingOf = async (table: Table, known: KnownEndpoint): Promise<Standing> => {
  const id = known.id as WebhookEndpointId;
  const [found, stats] = await Promise.all([webhookEndpoints.find(table, id), countedAttempts(table, id)]);
  return { known, state: found?.state, stats };
};
