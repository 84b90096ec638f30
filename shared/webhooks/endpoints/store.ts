import * as v from 'valibot';
import type { Table } from '#shared/core/table';
import { entity } from '#shared/dynamodb/entity';
import { id, instant, metadata } from '#shared/dynamodb/row-parts';
import type { WebhookEndpointStore } from '#shared/events/ports/stores';
import type { WebhookEndpoint } from '#shared/webhooks/endpoints/rules/webhook-endpoint';

/** Webhook endpoints of a workspace, their signing secrets sealed. */
export const webhookEndpoints = entity<WebhookEndpoint>({
  noun: 'webhook endpoint',
  type: 'webhook_endpoint',
  prefix: 'whe',
  list: 'WHE',
  schema: v.object({
    id: id('whe'),
    workspaceId: id('wks'),
    url: v.string(),
    enabledEvents: v.array(v.string()),
    status: v.picklist(['enabled', 'disabled']),
    pin: v.string(),
    sealedSecrets: v.array(v.object({ sealed: v.string(), until: v.nullable(instant) })),
    metadata,
    createdAt: instant,
    updatedAt: instant,
  }),
});

export const webhookEndpointStore = (table: Table): WebhookEndpointStore => ({
  find: (endpoint) => webhookEndpoints.find(table, endpoint),
  page: (workspace, request) => webhookEndpoints.list(table, workspace, request),
});
