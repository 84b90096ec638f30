import { apiGroup } from '#shared/api/http/api-group';
import { endpoint } from '#shared/api/http/endpoint';
import { listEndpoint } from '#shared/api/http/list-endpoint';
import type { AppContext } from '#shared/api/http/ports';
import type { DeliveryId } from '#shared/foundation/core/ids';
import { notFound } from '#shared/foundation/core/refusal';
import { type Instant, later } from '#shared/foundation/core/time';
import { EVENTS_KEPT_MS } from '#shared/foundation/events/outbox';
import { answerAsOf } from '#shared/foundation/versions/chain';
import { releases } from '#shared/foundation/versions/releases';
import { redeliverEvent } from '#shared/webhooks/delivery/commands/redeliver-event';
import {
  getWebhookEventContract,
  listWebhookEventsContract,
  redeliverWebhookEventContract,
} from '#shared/webhooks/delivery/contract';
import { detailsOf } from '#shared/webhooks/delivery/payload';
import { presentAttempt, presentWebhookEvent } from '#shared/webhooks/delivery/present';
import { findReceiver } from '#shared/webhooks/delivery/receiver-store';
import type { Delivery } from '#shared/webhooks/delivery/rules/delivery';
import { deliveries, deliveryStore } from '#shared/webhooks/delivery/store';
import { served } from '#shared/wiring/served';

/** Older events count as deleted, even while DynamoDB has not expired their rows yet. */
const keptSince = (now: Instant): Instant => later(now, -EVENTS_KEPT_MS);

function refuseExpired({ createdAt }: Delivery, now: Instant): void {
  if (createdAt <= keptSince(now)) throw notFound(deliveries.noun);
}

const list = listEndpoint(listWebhookEventsContract, {
  page({ context, workspaceId, query, now }, request) {
    const filter = {
      workspaceId,
      endpointId: query.webhook_endpoint_id,
      status: query.delivery_status,
      type: query.type,
      resourceId: query.resource_id,
      createdAfter: Math.max(keptSince(now), query.created_after ?? 0) as Instant,
      createdBefore: query.created_before,
    };
    return deliveryStore(context.table).page(filter, request);
  },
  present: presentWebhookEvent,
});

interface ById {
  readonly context: AppContext;
  readonly params: { readonly id: DeliveryId };
}

const findById = ({ context, params }: ById) => deliveries.find(context.table, params.id);

const get = endpoint(getWebhookEventContract, {
  resource: findById,
  afterKey: (request) => [findById(request).then((one) => one && detailsOf(request.context, one.state))],
  async run({ context, resource, now }) {
    const details = await detailsOf(context, resource.state);
    refuseExpired(resource.state, now);
    return { delivery: resource.state, ...details };
  },
  reply({ delivery, attempts, objectText }, { context, caller }) {
    const record = { ...presentWebhookEvent(delivery), attempts: attempts.map(presentAttempt) };
    const answer = answerAsOf(caller.version, releases, record, context.server);
    return { status: 200, body: withData(answer, objectText), contentType: 'application/json; charset=utf-8' };
  },
});

/** `data` is inserted as the text that was sent: serialised again, or converted to the caller's version, it would differ. */
function withData(record: unknown, objectText: string | undefined): string {
  const data = objectText === undefined ? 'null' : `{"object":${objectText}}`;
  return `${JSON.stringify(record).slice(0, -1)},"data":${data}}`;
}

const redeliver = endpoint(redeliverWebhookEventContract, {
  resource: findById,
  early: (request) => [
    findById(request).then((one) => one && findReceiver(request.context.table, one.state, request.now)),
  ],
  run({ context, resource, now }) {
    refuseExpired(resource.state, now);
    return redeliverEvent(context)(resource.state.id);
  },
  reply: (delivery) => ({ status: 202, body: presentWebhookEvent(delivery) }),
});

export const webhookEvents = (context: AppContext) => apiGroup(context, list, get, redeliver);

export const handler = served(webhookEvents);
