import { idOf } from '#shared/core/ids';
import { notFound } from '#shared/core/refusal';
import type { WebhookEndpointStore } from '#shared/events/ports/stores';
import type { Place, Places } from '#shared/http/places';
import type { PageContext } from '#shared/page-kit/page-kit';
import type { redeliverEvent } from '#shared/webhooks/delivery/commands/redeliver-event';
import { type DetailNeeds, detailsOf } from '#shared/webhooks/delivery/event-details';
import type { Delivery } from '#shared/webhooks/delivery/rules/delivery';
import { isOpen, type WebhookEndpoint } from '#shared/webhooks/endpoints/rules/webhook-endpoint';
import { pathOf, showIn } from '../frame.ts';
import { lets, whereabouts } from '../whereabouts.ts';
import { keptSince } from './event-filter.ts';
import { eventView } from './event-view.ts';

interface Needs extends DetailNeeds {
  readonly endpoints: WebhookEndpointStore;
  readonly places: Places;
}

/** GET /app/workspaces/{workspace}/webhooks/{event}: one event, each attempt, and the body. */
export const eventPage = (needs: Needs) => async (c: PageContext) => {
  const { place, delivery, endpoint } = await eventInHand(needs, c);
  const details = await detailsOf(needs, delivery);
  return showIn(c, place, 'webhooks', {
    title: delivery.type,
    above: [[pathOf(place, 'webhooks'), 'Webhooks']],
    main: eventView(c, {
      ...details,
      delivery,
      closed: isOpen(endpoint, delivery.workspaceId) ? undefined : CLOSED,
      asked: c.req.query('asked') === 'yes',
    }),
  });
};

const CLOSED = 'Its endpoint is disabled or deleted: it cannot be sent again.';

interface RedeliverNeeds extends Needs {
  readonly redeliver: ReturnType<typeof redeliverEvent>;
}

/** POST /app/workspaces/{workspace}/webhooks/{event}/redeliver: as `POST /webhook_events/{id}/redeliver`. */
export const redeliverOne = (needs: RedeliverNeeds) => async (c: PageContext) => {
  const { place, delivery, endpoint } = await eventInHand(needs, c);
  await needs.redeliver(delivery, endpoint);
  return c.redirect(`${pathOf(place, 'webhooks')}/${delivery.id}?asked=yes`, 303);
};

interface InHand {
  readonly place: Place;
  readonly delivery: Delivery;
  readonly endpoint: WebhookEndpoint | undefined;
}

/** The event that a path names beneath its workspace, for whoever may see it. */
async function eventInHand({ deliveries, endpoints, places }: Needs, c: PageContext): Promise<InHand> {
  const id = idOf('evt', c.req.param('event'));
  const { workspaceId, place: finding } = whereabouts(c, places);
  const reading = id === undefined ? undefined : deliveries.find(id);
  const [found, delivery] = await Promise.all([finding, reading]);
  const place = lets(found, 'administer');
  const isTheirs = delivery?.state.workspaceId === workspaceId;
  if (!delivery || !isTheirs || delivery.state.createdAt <= keptSince(c.var.kit.clock.now()))
    throw notFound('webhook event');
  return { place, delivery: delivery.state, endpoint: (await endpoints.find(delivery.state.endpointId))?.state };
}
