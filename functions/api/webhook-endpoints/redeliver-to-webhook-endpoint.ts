import { idOf, type WorkspaceId } from '#shared/core/ids';
import { type Instant, later } from '#shared/core/time';
import { EVENTS_KEPT_MS } from '#shared/events/outbox';
import type { WebhookEndpointStore } from '#shared/events/ports/stores';
import { operation } from '#shared/http/operation';
import { found, type Places, permitted } from '#shared/http/places';
import type { redeliverMany, Taken } from '#shared/webhooks/delivery/commands/redeliver-many';
import type { DeliveryStore } from '#shared/webhooks/delivery/ports/deliveries';
import { redeliverToWebhookEndpointContract } from '#shared/webhooks/endpoints/contract';
import { presentWebhookRedelivery } from '#shared/webhooks/endpoints/present';

interface Needs {
  readonly endpoints: WebhookEndpointStore;
  readonly deliveries: DeliveryStore;
  readonly places: Places;
  readonly redeliver: ReturnType<typeof redeliverMany>;
}

/** Asked of in place of the workspace of an endpoint nobody has, which then costs what one of others costs. */
const NOBODYS = idOf('wks', 'wks_00000000000000000000000000') as WorkspaceId;

/** POST /webhook_endpoints/{id}/redeliver */
export const redeliverToWebhookEndpoint = ({ endpoints, deliveries, places, redeliver }: Needs) =>
  operation(redeliverToWebhookEndpointContract, {
    ahead: ({ params }) => ({ endpoint: endpoints.find(params.id) }),
    async run({ ahead, caller, params, body, now, once }) {
      const spanIn = (workspaceId: WorkspaceId) => ({
        workspaceId,
        endpointId: params.id,
        status: body.delivery_status,
        since: Math.max(body.since, later(now, -EVENTS_KEPT_MS)) as Instant,
        until: body.until ?? (Math.max(body.since, now) as Instant),
      });
      // Asked for in the same turn as the place, so that both travel together.
      const first = ahead.endpoint.then((one) => deliveries.keys(spanIn(one?.state.workspaceId ?? NOBODYS), undefined));
      first.catch(() => undefined);
      const { resource, place } = await found(places, caller.userId, ahead.endpoint, 'webhook endpoint');
      const span = spanIn(permitted(place, 'administer').workspace.state.id);
      return once(
        (taken: Taken) => ({ status: 202, body: presentWebhookRedelivery(span, taken) }),
        (keep) => redeliver(resource.state, span, first, keep),
      );
    },
  });
