import { ENDPOINTS_STAY_MS, type Workspace } from '#shared/accounts/workspaces/rules/workspace';
import type { OrderId, WebhookEndpointId, WorkspaceId } from '#shared/foundation/core/ids';
import { type Instant, later, laterOf } from '#shared/foundation/core/time';
import type { Order } from '#shared/texts/orders/rules/order';
import type { DeliveryIdentity } from '#shared/webhooks/delivery/rules/delivery';
import { NO_HEADERS, type SealedHeaders } from '#shared/webhooks/endpoints/rules/endpoint-headers';
import { isOpen, type SealedSecret, type WebhookEndpoint } from '#shared/webhooks/endpoints/rules/webhook-endpoint';

/** What requests to a receiver are signed with, and the headers that its owner added: sealed for `id`. */
export interface SealedCredentials {
  readonly id: WebhookEndpointId | OrderId;
  readonly workspaceId: WorkspaceId;
  /** Newest first. */
  readonly sealedSecrets: readonly SealedSecret[];
  readonly headers: SealedHeaders;
}

/** Where a delivery goes: a webhook endpoint, or the `webhook_url` of an order. */
export interface Receiver {
  readonly url: string;
  /** Whether anything is sent to it. */
  readonly isOpen: boolean;
  readonly credentials: SealedCredentials;
  /** With filters, rate and health, which an order has not. */
  readonly endpoint: WebhookEndpoint | undefined;
}

export const endpointReceiver = (endpoint: WebhookEndpoint, workspaceId: WorkspaceId): Receiver => ({
  url: endpoint.url,
  isOpen: isOpen(endpoint, workspaceId),
  credentials: endpoint,
  endpoint,
});

/**
 * Undefined for an order without a `webhook_url`. Once its workspace is archived it is open for as long as endpoints are,
 * reckoned from the event where that is later: the archive cancels orders one after the other.
 */
export function orderReceiver(
  { id, workspaceId, webhook }: Order,
  workspace: Workspace,
  delivery: Pick<DeliveryIdentity, 'workspaceId' | 'createdAt'>,
  now: Instant,
): Receiver | undefined {
  if (!webhook) return undefined;
  const { archivedAt } = workspace;
  const isServed = archivedAt === null || now < later(laterOf(archivedAt, delivery.createdAt), ENDPOINTS_STAY_MS);
  const sealedSecrets = [{ sealed: webhook.sealedSecret, until: null }];
  return {
    url: webhook.url,
    isOpen: isServed && delivery.workspaceId === workspaceId,
    credentials: { id, workspaceId, sealedSecrets, headers: NO_HEADERS },
    endpoint: undefined,
  };
}
