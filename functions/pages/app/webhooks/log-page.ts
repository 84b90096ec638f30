import type { Places } from '#shared/api/places';
import { MAX_ENDPOINTS } from '#shared/domain/webhooks/webhook-endpoint';
import type { PageContext } from '#shared/pages/page-kit';
import type { CursorSeal } from '#shared/ports/cursor-seal';
import type { DeliveryStore } from '#shared/ports/deliveries';
import type { WebhookEndpointStore } from '#shared/ports/stores';
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
