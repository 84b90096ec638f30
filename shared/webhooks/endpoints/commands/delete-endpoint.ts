import { againAfterLostRace } from '#shared/core/again-after-lost-race';
import type { Clock } from '#shared/core/clock';
import type { Patience } from '#shared/core/patience';
import type { ChangeStore, Changes } from '#shared/events/ports/changes';
import type { WebhookEndpointStore, WorkspaceStore } from '#shared/events/ports/stores';
import { type EndpointRead, readEndpointAgain } from '#shared/webhooks/endpoints/commands/endpoint-in-workspace';
import type { WebhookEndpoint } from '#shared/webhooks/endpoints/rules/webhook-endpoint';

interface Needs {
  readonly endpoints: WebhookEndpointStore;
  readonly workspaces: WorkspaceStore;
  readonly changes: ChangeStore;
  readonly clock: Clock;
  readonly patience: Patience;
}

/** Takes the endpoint and its note away together: from then on no event is noted for it. Of two at once the later finds none. */
export const deleteEndpoint =
  (needs: Needs) =>
  (read: EndpointRead): Promise<WebhookEndpoint> =>
    againAfterLostRace(needs.patience, async (round) => {
      const { endpoint, workspace } = round === 0 ? read : await readEndpointAgain(needs, read);
      const endpoints = workspace.state.endpoints.filter(({ id }) => id !== endpoint.state.id);
      await needs.changes.save({
        at: needs.clock.now(),
        workspaces: [{ before: workspace, after: { ...workspace.state, endpoints } }],
        removedWebhookEndpoints: [endpoint],
      } satisfies Changes);
      return endpoint.state;
    });
