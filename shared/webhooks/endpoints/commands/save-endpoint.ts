import type { Workspace } from '#shared/accounts/workspaces/rules/workspace';
import { workspaces } from '#shared/accounts/workspaces/store';
import { command } from '#shared/foundation/commands/command';
import type { WebhookEndpointId, WorkspaceId } from '#shared/foundation/core/ids';
import { isSame } from '#shared/foundation/core/json';
import type { Metadata } from '#shared/foundation/core/metadata';
import { conflict, notFound, unauthorized } from '#shared/foundation/core/refusal';
import type { Table } from '#shared/foundation/core/table';
import { removeStreak } from '#shared/webhooks/endpoints/failure-streak-store';
import { closingJobs } from '#shared/webhooks/endpoints/rules/close-endpoint';
import { ownerMailJobs } from '#shared/webhooks/endpoints/rules/owner-mail';
import {
  type EndpointOptions,
  type EndpointPatch,
  HEALTHY,
  MAX_ENDPOINTS,
  patched,
  rotated,
  type WebhookEndpoint,
  withoutSubscription,
  withSubscription,
} from '#shared/webhooks/endpoints/rules/webhook-endpoint';
import { webhookEndpoints } from '#shared/webhooks/endpoints/store';
import { putFormerEndpoint } from '#shared/webhooks/stats/former-endpoints-store';

interface NewEndpoint extends EndpointOptions {
  /** The sealed secret is bound to it. */
  readonly id: WebhookEndpointId;
  readonly url: string;
  readonly enabledEvents: readonly string[];
  /** An endpoint that is disabled from its beginning keeps events for readers of the webhook log. */
  readonly status: WebhookEndpoint['status'];
  readonly pin: string;
  readonly sealedSecret: string;
  readonly metadata: Metadata;
}

/** 409 where a workspace has `MAX_ENDPOINTS`. */
export function requireRoomForEndpoint({ endpoints }: Pick<Workspace, 'endpoints'>): void {
  if (endpoints.length >= MAX_ENDPOINTS)
    throw conflict(`This workspace has ${MAX_ENDPOINTS} webhook endpoints, the maximum: delete one first.`);
}

/** Creates an endpoint together with its subscription, so that the next event is sent to it. */
export const createEndpoint = command(
  async ({ table, changes, clock, useOf }, workspaceId: WorkspaceId, { sealedSecret, ...wanted }: NewEndpoint) => {
    const workspace = await workspaces.find(table, workspaceId);
    if (!workspace || workspace.state.archivedAt !== null) throw unauthorized();
    requireRoomForEndpoint(workspace.state);
    const at = clock.now();
    const endpoint: WebhookEndpoint = {
      ...wanted,
      workspaceId,
      ...HEALTHY,
      disabledReason: wanted.status === 'disabled' ? 'requested' : null,
      sealedSecrets: [{ sealed: sealedSecret, until: null }],
      createdAt: at,
      updatedAt: at,
    };
    await changes.save({
      at,
      writes: [
        workspaces.put(workspace, withSubscription(workspace.state, endpoint)),
        webhookEndpoints.put(undefined, endpoint),
      ],
      limits: [useOf('webhook_endpoints', workspaceId, at)],
      result: endpoint,
    });
    return endpoint;
  },
);

/**
 * Changes an endpoint together with its subscription, so that the next event sees it. Nothing new writes nothing. Where
 * the endpoint is disabled, a job skips what waits for it, and the other endpoints and the owners hear of it unless the workspace is
 * archived. Where it is enabled again, its failures are counted from zero.
 */
const changing = <Input>(change: (endpoint: WebhookEndpoint, input: Input) => WebhookEndpoint) =>
  command(async ({ table, changes, clock }, id: WebhookEndpointId, input: Input) => {
    const { endpoint, workspace } = await withWorkspace(table, id);
    const changed = change(endpoint.state, input);
    if (isSame(endpoint.state, changed)) return endpoint.state;
    const at = clock.now();
    const after = { ...changed, updatedAt: at };
    const events = workspace.state.archivedAt === null ? disablingEvents(endpoint.state, after) : [];
    await changes.save({
      at,
      writes: [
        workspaces.put(workspace, withSubscription(workspace.state, after)),
        webhookEndpoints.put(endpoint, after),
        isEnabledAgain(endpoint.state, after) ? removeStreak(id) : [],
      ],
      jobs: [
        ...closingJobs(endpoint.state, after, at),
        ...events.flatMap(({ type }) => ownerMailJobs(type, after, at)),
      ],
      events,
      subscriptions: workspace.state.endpoints,
      result: after,
    });
    return after;
  });

const isEnabledAgain = (before: WebhookEndpoint, after: WebhookEndpoint): boolean =>
  before.status === 'disabled' && after.status === 'enabled';

const disablingEvents = (before: WebhookEndpoint, after: WebhookEndpoint) =>
  before.status === 'enabled' && after.status === 'disabled'
    ? [{ type: 'webhook_endpoint.disabled', endpoint: after } as const]
    : [];

export const updateEndpoint = changing((endpoint, patch: EndpointPatch) => patched(endpoint, patch));

/** Renders payloads at another version from the next event on; earlier events keep the version they happened at. */
export const moveEndpointPin = changing((endpoint, pin: string) => ({ ...endpoint, pin }));

/** Deletes an endpoint together with its subscription: no later event is sent to it, and a job skips what waits for it. */
export const deleteEndpoint = command(async ({ table, changes, clock }, id: WebhookEndpointId) => {
  const { endpoint, workspace } = await withWorkspace(table, id);
  const at = clock.now();
  const former = await putFormerEndpoint(table, endpoint.state, at);
  await changes.save({
    at,
    writes: [
      workspaces.put(workspace, withoutSubscription(workspace.state, id)),
      webhookEndpoints.remove(endpoint),
      removeStreak(id),
      former,
    ],
    jobs: closingJobs(endpoint.state, undefined, at),
    result: endpoint.state,
  });
  return endpoint.state;
});

/** Puts a sealed secret before those that are valid; the subscription does not change. */
export const rotateSecret = command(async ({ table, changes, clock }, id: WebhookEndpointId, sealed: string) => {
  const before = await webhookEndpoints.find(table, id);
  if (!before) throw notFound(webhookEndpoints.noun);
  const at = clock.now();
  const after = rotated(before.state, sealed, at);
  await changes.save({ at, writes: [webhookEndpoints.put(before, after)], result: after });
  return after;
});

async function withWorkspace(table: Table, id: WebhookEndpointId) {
  const endpoint = await webhookEndpoints.find(table, id);
  const workspace = endpoint && (await workspaces.find(table, endpoint.state.workspaceId));
  if (!endpoint || !workspace) throw notFound(webhookEndpoints.noun);
  return { endpoint, workspace };
}
