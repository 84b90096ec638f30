import { ok } from '#shared/api/http/endpoint';
import { testWebhookEndpointContract } from '#shared/webhooks/endpoints/contract';
import { presentWebhookTest } from '#shared/webhooks/endpoints/present';
import { PUBLIC_EVENTS } from '#shared/webhooks/endpoints/rules/public-events';
import type { WebhookEndpoint } from '#shared/webhooks/endpoints/rules/webhook-endpoint';
import { testEndpoint } from '#shared/webhooks/endpoints/test-endpoint';
import { findById, webhookEndpoint } from './context.ts';

export const test = webhookEndpoint(testWebhookEndpointContract, {
  resource: findById,
  async run({ context, resource, workspace, body }) {
    const type = body.type ?? firstTypeOf(resource.state);
    return { type, outcome: await testEndpoint(context)(resource.state, workspace.state, type) };
  },
  reply: ({ type, outcome }) => ok(presentWebhookTest(type, outcome)),
});

/** The first type that the endpoint subscribes to. */
const firstTypeOf = ({ enabledEvents }: WebhookEndpoint) =>
  PUBLIC_EVENTS.find((type) => enabledEvents.includes(type)) ?? 'meeting.created';
