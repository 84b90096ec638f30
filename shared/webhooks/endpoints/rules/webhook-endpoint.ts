import type { WebhookEndpointId, WorkspaceId } from '#shared/core/ids';
import type { Metadata } from '#shared/core/metadata';
import type { Instant } from '#shared/core/time';
import type { Subscription, Workspace } from '#shared/workspaces/rules/workspace';

/** A URL that receives events of a workspace. */
export interface WebhookEndpoint {
  readonly id: WebhookEndpointId;
  readonly workspaceId: WorkspaceId;
  readonly url: string;
  /** Event types, or `*` alone. */
  readonly enabledEvents: readonly string[];
  readonly status: 'enabled' | 'disabled';
  /** The API version of its payloads. */
  readonly pin: string;
  /** Newest first; two during a rotation. Only the delivery function and endpoint tests decrypt them. */
  readonly sealedSecrets: readonly { readonly sealed: string; readonly until: Instant | null }[];
  readonly metadata: Metadata;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** The most endpoints of one workspace: docs/limits-and-rules.md#sizes. */
export const MAX_ENDPOINTS = 20;

/** Whether events may be sent to it. */
export const isOpen = (endpoint: WebhookEndpoint | undefined, workspaceId: WorkspaceId): endpoint is WebhookEndpoint =>
  endpoint?.status === 'enabled' && endpoint.workspaceId === workspaceId;

/** The copy of an endpoint in the workspace's row, so that every write knows which events to leave in the outbox. */
export const subscriptionOf = (endpoint: WebhookEndpoint): Subscription => ({
  id: endpoint.id,
  types: endpoint.enabledEvents,
  enabled: endpoint.status === 'enabled',
  pin: endpoint.pin,
});

/** The workspace with the subscription of this endpoint as it is now; that of a new endpoint is the last. */
export function withSubscription(workspace: Workspace, endpoint: WebhookEndpoint): Workspace {
  const subscription = subscriptionOf(endpoint);
  const isKnown = workspace.endpoints.some(({ id }) => id === endpoint.id);
  const endpoints = isKnown
    ? workspace.endpoints.map((one) => (one.id === endpoint.id ? subscription : one))
    : [...workspace.endpoints, subscription];
  return { ...workspace, endpoints };
}

export const withoutSubscription = (workspace: Workspace, endpoint: WebhookEndpointId): Workspace => ({
  ...workspace,
  endpoints: workspace.endpoints.filter(({ id }) => id !== endpoint),
});

/** The subscribed endpoints, disabled ones included: those get a delivery with status `skipped`. */
export const subscribersOf = (type: string, endpoints: readonly Subscription[]): readonly Subscription[] =>
  endpoints.filter(({ types }) => types.includes('*') || types.includes(type));
