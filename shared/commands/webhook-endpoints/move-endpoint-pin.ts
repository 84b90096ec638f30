import { againAfterLostRace } from '#shared/commands/again-after-lost-race';
import { withNote } from '#shared/commands/webhook-endpoints/endpoint-in-workspace';
import type { WebhookEndpointId } from '#shared/domain/ids';
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
