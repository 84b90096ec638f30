import * as v from 'valibot';
import type { Loaded, Saved } from '#shared/core/store';
import { unlessSavedSince } from '#shared/dynamodb/conditions';
import { listOf, resourceKey } from '#shared/dynamodb/keys';
import { pageOfKeys } from '#shared/dynamodb/paging';
import { id, instant, metadata } from '#shared/dynamodb/row-parts';
import { loaded } from '#shared/dynamodb/rows';
import { rowsOf } from '#shared/dynamodb/rows-of';
import type { Table, Write } from '#shared/dynamodb/table';
import type { WebhookEndpointStore } from '#shared/events/ports/stores';
import type { WebhookEndpoint } from '#shared/webhooks/endpoints/rules/webhook-endpoint';

const EndpointRow: v.GenericSchema<unknown, WebhookEndpoint> = v.object({
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
});

export const webhookEndpointStore = (table: Table): WebhookEndpointStore => ({
  find: async (endpoint) => loaded(EndpointRow, await table.get(resourceKey(endpoint))),

  async page(workspace, request) {
    const keys = await pageOfKeys(table, { index: 'list', partition: listOf.endpoints(workspace) }, request);
    return rowsOf(table, keys, EndpointRow);
  },
});

export const putWebhookEndpoint = ({ before, after }: Saved<WebhookEndpoint>): Write => ({
  put: {
    ...resourceKey(after.id),
    type: 'webhook_endpoint',
    revision: (before?.revision ?? 0) + 1,
    state: JSON.stringify(after),
    list_pk: listOf.endpoints(after.workspaceId),
    list_sk: after.id,
  },
  when: unlessSavedSince(before?.revision ?? 0),
});

export const removeWebhookEndpoint = ({ revision, state }: Loaded<WebhookEndpoint>): Write => ({
  remove: resourceKey(state.id),
  when: unlessSavedSince(revision),
});
