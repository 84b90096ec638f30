import { apiGroup } from '#shared/api/api-group';
import { deliveryStore } from '#shared/storage/deliveries';
import { outboxRows } from '#shared/storage/outbox-rows';
import { served } from '#shared/wiring/in-the-cloud';
import type { Surroundings } from '#shared/wiring/surroundings';
import { getWebhookEvent } from './get-webhook-event.ts';
import { listWebhookEvents } from './list-webhook-events.ts';

export function webhookEvents(around: Surroundings) {
  const needs = { ...around, deliveries: deliveryStore(around.table), outbox: outboxRows(around.table) };
  return apiGroup(around.edge, listWebhookEvents(needs), getWebhookEvent(needs));
}

export const handler = served(webhookEvents);
