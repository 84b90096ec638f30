import { againAfterLostRace } from '#shared/core/again-after-lost-race';
import type { Clock } from '#shared/core/clock';
import type { WebhookEndpointId } from '#shared/core/ids';
import type { Patience } from '#shared/core/patience';
import type { ChangeStore, Changes } from '#shared/events/ports/changes';
import type { WebhookEndpointStore, WorkspaceStore } from '#shared/events/ports/stores';
import { withNote } from '#shared/webhooks/endpoints/commands/endpoint-in-workspace';
import type { WebhookEndpoint } from '#shared/webhooks/endpoints/rules/webhook-endpoint';

interface Needs {
  readonly endpoints: WebhookEndpointStore;
  readonly workspaces: WorkspaceStore;
  readonly changes: ChangeStore;
  readonly clock: Clock;
  readonly patience: Patience;
}

/**
 * Has the endpoint's bodies rendered at another version, together with the note of it: from the next event on. What
 * happened before keeps the pin noted with it. Answers the endpoint as it was, or undefined where there is none.
 */
export const moveEndpointPin =
  ({ endpoints, workspaces, changes, clock, patience }: Needs) =>
  (id: WebhookEndpointId, pin: string): Promise<WebhookEndpoint | undefined> =>
    againAfterLostRace(patience, async () => {
      const endpoint = await endpoints.find(id);
      const workspace = endpoint && (await workspaces.find(endpoint.state.workspaceId));
      if (!endpoint || !workspace) return undefined;
      if (endpoint.state.pin === pin) return endpoint.state;
      const at = clock.now();
      const after = { ...endpoint.state, pin, updatedAt: at };
      await changes.save({ at, ...withNote({ endpoint, workspace }, after) } satisfies Changes);
      return endpoint.state;
    });
