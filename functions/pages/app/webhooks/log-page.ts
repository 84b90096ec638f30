import type { WebhookEndpointStore } from '#shared/events/ports/stores';
import type { Places } from '#shared/http/places';
import type { CursorSeal } from '#shared/http/ports/cursor-seal';
import type { PageContext } from '#shared/page-kit/page-kit';
import type { DeliveryStore } from '#shared/webhooks/delivery/ports/deliveries';
import { MAX_ENDPOINTS } from '#shared/webhooks/endpoints/rules/webhook-endpoint';
import { showIn } from '../frame.ts';
import { partOfList } from '../part-of-list.ts';
import { lets, whereabouts } from '../whereabouts.ts';
import { askedIn, filterFor } from './event-filter.ts';
import { logView } from './log-view.ts';

interface Needs {
  readonly deliveries: DeliveryStore;
  readonly endpoints: WebhookEndpointStore;
  readonly places: Places;
  readonly seal: CursorSeal;
}

const A_PAGE = 50;

/** GET /app/workspaces/{workspace}/webhooks: what was sent, to whom, and what came of it. */
export const logPage =
  ({ deliveries, endpoints, places, seal }: Needs) =>
  async (c: PageContext) => {
    const { workspaceId, place: finding, admitted } = whereabouts(c, places);
    const asked = askedIn(c);
    const filter = filterFor(workspaceId, asked, c.var.kit.clock.now());
    const [place, list, standing] = await Promise.all([
      finding.then((place) => lets(place, 'administer')),
      partOfList(c, {
        seal,
        limit: A_PAGE,
        read: (request) => deliveries.page(filter, { ...request, admitted }),
      }),
      endpoints.page(workspaceId, { limit: MAX_ENDPOINTS, after: undefined, admitted }),
    ]);
    return showIn(c, place, 'webhooks', {
      title: 'Webhooks',
      lead: 'Every event on its way to your endpoints, and what their receivers answered.',
      main: logView({ place, asked, endpoints: standing.items, list }),
    });
  };
