import { againAfterLostRace } from '#shared/commands/again-after-lost-race';
import { type EndpointRead, readEndpointAgain } from '#shared/commands/webhook-endpoints/endpoint-in-workspace';
import type { WebhookEndpoint } from '#shared/domain/webhooks/webhook-endpoint';
import type { ChangeStore, Changes } from '#shared/ports/changes';
import type { Clock } from '#shared/ports/clock';
import type { Patience } from '#shared/ports/patience';
import type { WebhookEndpointStore, WorkspaceStore } from '#shared/ports/stores';

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
