import type { Clock } from '#shared/core/clock';
import type { IdMaker } from '#shared/core/id-maker';
import type { DeliveryId } from '#shared/core/ids';
import type { LimitCounter } from '#shared/core/limit-counter';
import type { UseOf } from '#shared/core/limits';
import { type Sealer, Unopenable } from '#shared/core/sealer';
import type { WebhookEndpointStore } from '#shared/events/ports/stores';
import { PUBLIC_EVENTS } from '#shared/events/rules/domain-event';
import { operation } from '#shared/http/operation';
import { found, type Places, permitted } from '#shared/http/places';
import type { Server } from '#shared/versions/version-change';
import { bodyText, objectTextAt } from '#shared/webhooks/delivery/envelope';
import { snapshotOf } from '#shared/webhooks/delivery/event-snapshot';
import type { WebhookOutcome, WebhookSender } from '#shared/webhooks/delivery/ports/webhook-sender';
import { testWebhookEndpointContract } from '#shared/webhooks/endpoints/contract';
import { presentWebhookTest } from '#shared/webhooks/endpoints/present';
import { sampleEvent } from '#shared/webhooks/endpoints/rules/sample-event';
import type { WebhookEndpoint } from '#shared/webhooks/endpoints/rules/webhook-endpoint';
import { sendSigned } from '#shared/webhooks/signing/send-signed';
import { type Sendable, secretsOf } from '#shared/webhooks/signing/signed-request';

interface Needs {
  readonly endpoints: WebhookEndpointStore;
  readonly places: Places;
  readonly sealer: Sealer;
  readonly sender: WebhookSender;
  readonly ids: IdMaker;
  readonly clock: Clock;
  readonly server: Server;
  readonly useOf: UseOf;
  readonly limitCounter: LimitCounter;
}

/** POST /webhook_endpoints/{id}/test: signed, guarded and sent as any event is, once, and kept nowhere. */
export const testWebhookEndpoint = (needs: Needs) =>
  operation(testWebhookEndpointContract, {
    ahead: ({ params }) => ({ endpoint: needs.endpoints.find(params.id) }),
    async run({ ahead, caller, body }) {
      const { resource, place } = await found(needs.places, caller.userId, ahead.endpoint, 'webhook endpoint');
      permitted(place, 'administer');
      const type = body.type ?? firstOf(resource.state);
      const use = needs.useOf('webhook_tests', place.workspace.state.id, needs.clock.now());
      const [sample] = await Promise.all([sampleFor(needs, resource.state, type), needs.limitCounter.take(use)]);
      const outcome = sample === undefined ? NOT_SIGNED : await sendSigned(needs.sender, sample);
      return { status: 200, body: presentWebhookTest(type, outcome) };
    },
  });

type EventType = (typeof PUBLIC_EVENTS)[number];

/** What it subscribes to first. */
const firstOf = ({ enabledEvents }: WebhookEndpoint): EventType =>
  PUBLIC_EVENTS.find((type) => enabledEvents.includes(type)) ?? 'meeting.created';

/** As an event's attempt would record it. */
const NOT_SIGNED: WebhookOutcome = {
  durationMs: 0,
  responseStatus: null,
  responseHeaders: {},
  responseBody: null,
  error: 'render_error',
};

/** Undefined where the endpoint's secret opens for nobody: nothing goes out unsigned. */
async function sampleFor(needs: Needs, endpoint: WebhookEndpoint, type: EventType): Promise<Sendable | undefined> {
  try {
    return await openedSample(needs, endpoint, type);
  } catch (error) {
    if (error instanceof Unopenable) return undefined;
    throw error;
  }
}

async function openedSample(
  { sealer, ids, clock, server }: Needs,
  endpoint: WebhookEndpoint,
  type: EventType,
): Promise<Sendable> {
  const secrets = await secretsOf(sealer, endpoint, clock.now());
  const now = clock.now();
  const id: DeliveryId = ids.make('evt');
  const snapshot = snapshotOf(sampleEvent(type, endpoint.workspaceId, now), now);
  const objectText = objectTextAt(endpoint.pin, snapshot, server);
  const text = bodyText({ id, type, createdAt: now, objectText, test: true });
  return { id, type, url: endpoint.url, secrets, bodyText: text, now };
}
