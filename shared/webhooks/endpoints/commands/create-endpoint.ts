import { againAfterLostRace } from '#shared/core/again-after-lost-race';
import type { Clock } from '#shared/core/clock';
import type { IdMaker } from '#shared/core/id-maker';
import type { WorkspaceId } from '#shared/core/ids';
import type { Metadata } from '#shared/core/metadata';
import type { Patience } from '#shared/core/patience';
import { conflict, unauthorized } from '#shared/core/refusal';
import type { Sealer } from '#shared/core/sealer';
import type { Loaded } from '#shared/core/store';
import type { ChangeStore, Changes } from '#shared/events/ports/changes';
import { type Keep, keepNothing } from '#shared/events/ports/kept-answers';
import type { WorkspaceStore } from '#shared/events/ports/stores';
import { MAX_ENDPOINTS, noteOf, type WebhookEndpoint } from '#shared/webhooks/endpoints/rules/webhook-endpoint';
import type { Workspace } from '#shared/workspaces/rules/workspace';

interface Needs {
  readonly workspaces: WorkspaceStore;
  readonly changes: ChangeStore;
  readonly sealer: Sealer;
  readonly ids: IdMaker;
  readonly clock: Clock;
  readonly patience: Patience;
}

export interface NewEndpoint {
  readonly url: string;
  readonly enabledEvents: readonly string[];
  readonly pin: string;
  /** In the clear; what is kept of it is sealed. */
  readonly secret: string;
  readonly metadata: Metadata;
}

/** Makes an endpoint and notes it on its workspace, so that the very next event knows of it. */
export const createEndpoint =
  ({ workspaces, changes, sealer, ids, clock, patience }: Needs) =>
  async (
    read: Loaded<Workspace>,
    { secret, ...wanted }: NewEndpoint,
    keep: Keep<WebhookEndpoint> = keepNothing,
  ): Promise<WebhookEndpoint> => {
    refuseOneTooMany(read.state);
    const workspaceId = read.state.id;
    const id = ids.make('whe');
    const sealed = await sealer.seal(secret, { workspace: workspaceId, resource: id });
    return againAfterLostRace(patience, async (round) => {
      const workspace = round === 0 ? read : await reload(workspaces, workspaceId);
      refuseOneTooMany(workspace.state);
      const at = clock.now();
      const endpoint: WebhookEndpoint = {
        id,
        workspaceId,
        ...wanted,
        status: 'enabled',
        sealedSecrets: [{ sealed, until: null }],
        createdAt: at,
        updatedAt: at,
      };
      const endpoints = [...workspace.state.endpoints, noteOf(endpoint)];
      await changes.save({
        at,
        workspaces: [{ before: workspace, after: { ...workspace.state, endpoints } }],
        webhookEndpoints: [{ before: undefined, after: endpoint }],
        answer: await keep(endpoint),
      } satisfies Changes);
      return endpoint;
    });
  };

/** 409 and not 422: nothing is wrong with the request, and once another endpoint is deleted it succeeds. */
function refuseOneTooMany({ endpoints }: Workspace): void {
  if (endpoints.length >= MAX_ENDPOINTS)
    throw conflict(`This workspace has ${MAX_ENDPOINTS} webhook endpoints, which is the most: delete one first.`);
}

async function reload(workspaces: WorkspaceStore, id: WorkspaceId): Promise<Loaded<Workspace>> {
  const workspace = await workspaces.find(id);
  if (!workspace || workspace.state.archivedAt !== null) throw unauthorized();
  return workspace;
}
