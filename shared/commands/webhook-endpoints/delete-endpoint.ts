import { againAfterLostRace } from '#shared/commands/again-after-lost-race';
import { notFound } from '#shared/domain/refusal';
import type { WebhookEndpoint } from '#shared/domain/webhooks/webhook-endpoint';
import type { Workspace } from '#shared/domain/workspaces/workspace';
import type { ChangeStore, Changes, Loaded } from '#shared/ports/changes';
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

interface Read {
  readonly endpoint: Loaded<WebhookEndpoint>;
  readonly workspace: Loaded<Workspace>;
}

/** Takes the endpoint and its note away together: from then on no event is noted for it. */
export const deleteEndpoint =
  (needs: Needs) =>
  (read: Read): Promise<WebhookEndpoint> =>
    againAfterLostRace(needs.patience, async (round) => {
      const { endpoint, workspace } = round === 0 ? read : await reload(needs, read);
      const endpoints = workspace.state.endpoints.filter(({ id }) => id !== endpoint.state.id);
      await needs.changes.save({
        at: needs.clock.now(),
        workspaces: [{ before: workspace, after: { ...workspace.state, endpoints } }],
        removedWebhookEndpoints: [endpoint],
      } satisfies Changes);
      return endpoint.state;
    });

/** Of two deletions at once, the later finds nothing any more. */
async function reload({ endpoints, workspaces }: Needs, read: Read): Promise<Read> {
  const [endpoint, workspace] = await Promise.all([
    endpoints.find(read.endpoint.state.id),
    workspaces.find(read.workspace.state.id),
  ]);
  if (!endpoint || !workspace) throw notFound('webhook endpoint');
  return { endpoint, workspace };
}
