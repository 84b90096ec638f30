import type { ChangeStore, Changes } from '#shared/commands/changes';
import { withRetry } from '#shared/commands/with-retry';
import type { Backoff } from '#shared/core/backoff';
import type { Clock } from '#shared/core/clock';
import type { WebhookEndpointStore, WorkspaceStore } from '#shared/events/ports/stores';
import { type EndpointRead, readEndpointAgain } from '#shared/webhooks/endpoints/commands/endpoint-in-workspace';
import type { WebhookEndpoint } from '#shared/webhooks/endpoints/rules/webhook-endpoint';

interface Needs {
  readonly endpoints: WebhookEndpointStore;
  readonly workspaces: WorkspaceStore;
  readonly changes: ChangeStore;
  readonly clock: Clock;
  readonly backoff: Backoff;
}

/** Takes the endpoint and its note away together: from then on no event is noted for it. Of two at once the later finds none. */
export const deleteEndpoint =
  (needs: Needs) =>
  (read: EndpointRead): Promise<WebhookEndpoint> =>
    withRetry(needs, async (round) => {
      const { endpoint, workspace } = round === 0 ? read : await readEndpointAgain(needs, read);
      const endpoints = workspace.state.endpoints.filter(({ id }) => id !== endpoint.state.id);
      await needs.changes.save({
        at: needs.clock.now(),
        workspaces: [{ before: workspace, after: { ...workspace.state, endpoints } }],
        removedWebhookEndpoints: [endpoint],
      } satisfies Changes);
      return endpoint.state;
    });
