import { outboxRows } from '#shared/events/outbox-rows';
import { apiGroup } from '#shared/http/api-group';
import { redeliverEvent } from '#shared/webhooks/delivery/commands/redeliver-event';
import { deliveryStore } from '#shared/webhooks/delivery/store';
import { webhookEndpointStore } from '#shared/webhooks/endpoints/store';
import { served } from '#shared/wiring/in-the-cloud';
import type { Surroundings } from '#shared/wiring/surroundings';
import { getWebhookEvent } from './get-webhook-event.ts';
import { listWebhookEvents } from './list-webhook-events.ts';
import { redeliverWebhookEvent } from './redeliver-webhook-event.ts';

export function webhookEvents(around: Surroundings) {
  const needs = {
    ...around,
    deliveries: deliveryStore(around.table),
    outbox: outboxRows(around.table),
    endpoints: webhookEndpointStore(around.table),
  };
  return apiGroup(
    around.edge,
    listWebhookEvents(needs),
    getWebhookEvent(needs),
    redeliverWebhookEvent({ ...needs, redeliver: redeliverEvent(needs) }),
  );
}

export const handler = served(webhookEvents);
