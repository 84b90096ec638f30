import type { OutboxEvent } from '#shared/events/ports/outbox';
import { deliveryIdFor } from '#shared/platform/type-ids';
import { type Delivery, newDelivery, newSkippedDelivery } from '#shared/webhooks/delivery/rules/delivery';
import type { WebhookEndpoint } from '#shared/webhooks/endpoints/rules/webhook-endpoint';
import type { Subscription } from '#shared/workspaces/rules/workspace';

/** `skipped` if the endpoint was disabled when the event happened, or has been disabled or deleted since. */
export function deliveryTo(note: Subscription, endpoint: WebhookEndpoint | undefined, event: OutboxEvent): Delivery {
  const identity = {
    id: deliveryIdFor(event.id, note.id, event.at),
    workspaceId: event.workspaceId,
    endpointId: note.id,
    outboxId: event.id,
    type: event.type,
    // The URL of a deleted endpoint is not known any more.
    url: endpoint?.url ?? '',
    // The pin at the time of the event, for which the payload is rendered.
    apiVersion: note.pin,
    createdAt: event.at,
  };
  const open = note.enabled && endpoint?.status === 'enabled' && endpoint.workspaceId === event.workspaceId;
  return open ? newDelivery(identity) : newSkippedDelivery(identity);
}
