import { undefinedIfUndecryptable } from '#shared/core/secrets';
import { PUBLIC_EVENTS } from '#shared/events/rules/domain-event';
import { ok } from '#shared/http/endpoint';
import { snapshotOf } from '#shared/webhooks/delivery/event-snapshot';
import { bodyText, objectTextAt } from '#shared/webhooks/delivery/payload';
import { NOT_SENT } from '#shared/webhooks/delivery/rules/attempt';
import { testWebhookEndpointContract } from '#shared/webhooks/endpoints/contract';
import { presentWebhookTest } from '#shared/webhooks/endpoints/present';
import { sampleEvent } from '#shared/webhooks/endpoints/rules/sample-event';
import type { WebhookEndpoint } from '#shared/webhooks/endpoints/rules/webhook-endpoint';
import { credentialsOf, type Sendable, sendSigned } from '#shared/webhooks/signing/send-signed';
import { findById, type WebhookContext, webhookEndpoint } from './context.ts';

/** A test is signed, validated and sent like any delivery, once, and is not stored. */
export const test = webhookEndpoint(testWebhookEndpointContract, {
  resource: findById,
  async run({ context, resource, body }) {
    const endpoint = resource.state;
    const type = body.type ?? firstTypeOf(endpoint);
    const use = context.useOf('webhook_tests', endpoint.workspaceId, context.clock.now());
    const [sample] = await Promise.all([sampleFor(context, endpoint, type), context.limitCounter.take(use)]);
    return { type, outcome: sample === undefined ? NOT_SENT : await sendSigned(context.sender, sample) };
  },
  reply: ({ type, outcome }) => ok(presentWebhookTest(type, outcome)),
});

type EventType = (typeof PUBLIC_EVENTS)[number];

/** The first type that the endpoint subscribes to. */
const firstTypeOf = ({ enabledEvents }: WebhookEndpoint): EventType =>
  PUBLIC_EVENTS.find((type) => enabledEvents.includes(type)) ?? 'meeting.created';

/** Undefined if the endpoint's secret or headers do not decrypt: nothing is sent unsigned. */
async function sampleFor(
  { sealer, ids, clock, server }: WebhookContext,
  endpoint: WebhookEndpoint,
  type: EventType,
): Promise<Sendable | undefined> {
  const credentials = await undefinedIfUndecryptable(credentialsOf(sealer, endpoint, clock.now()));
  if (!credentials) return undefined;
  const now = clock.now();
  const id = ids.make('evt');
  const snapshot = snapshotOf(sampleEvent(type, endpoint.workspaceId, now), now);
  const objectText = objectTextAt(endpoint.pin, snapshot, server);
  const text = bodyText({ id, type, createdAt: now, objectText, test: true });
  return { id, type, url: endpoint.url, ...credentials, bodyText: text, now };
}
