import { outboxRows } from '#shared/events/outbox-rows';
import { apiGroup } from '#shared/http/api-group';
import type { AppContext } from '#shared/http/ports/app-context';
import { redeliverEvent } from '#shared/webhooks/delivery/commands/redeliver-event';
import { deliveryStore } from '#shared/webhooks/delivery/store';
import { webhookEndpointStore } from '#shared/webhooks/endpoints/store';
import { served } from '#shared/wiring/in-the-cloud';
import { getWebhookEvent } from './get-webhook-event.ts';
import { listWebhookEvents } from './list-webhook-events.ts';
import { redeliverWebhookEvent } from './redeliver-webhook-event.ts';

export function webhookEvents(context: AppContext) {
  const needs = {
    ...context,
    deliveries: deliveryStore(context.table),
    outbox: outboxRows(context.table),
    endpoints: webhookEndpointStore(context.table),
  };
  return apiGroup(
    context,
    listWebhookEvents(needs),
    getWebhookEvent(needs),
    redeliverWebhookEvent({ ...needs, redeliver: redeliverEvent(needs) }),
  );
}

export const handler = served(webhookEvents);
