import type { WebhookEndpointId, WorkspaceId } from '#shared/core/ids';
import type { Metadata } from '#shared/core/metadata';
import type { Instant } from '#shared/core/time';
import type { EndpointNote } from '#shared/workspaces/rules/workspace';

/** Where a workspace wants its events sent. */
export interface WebhookEndpoint {
  readonly id: WebhookEndpointId;
  readonly workspaceId: WorkspaceId;
  readonly url: string;
  /** Event types, or `*` alone. */
  readonly enabledEvents: readonly string[];
  readonly status: 'enabled' | 'disabled';
  /** The version its bodies are rendered at. */
  readonly pin: string;
  /** Newest first; two while a rotation runs. Readable by the deliverer alone. */
  readonly sealedSecrets: readonly { readonly sealed: string; readonly until: Instant | null }[];
  readonly metadata: Metadata;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** A workspace takes at most this many (decisions.md §10). */
export const MAX_ENDPOINTS = 20;

/** Whether anything may be sent to it. */
export const isOpen = (endpoint: WebhookEndpoint | undefined, workspaceId: WorkspaceId): endpoint is WebhookEndpoint =>
  endpoint?.status === 'enabled' && endpoint.workspaceId === workspaceId;

/** What the workspace's row remembers of it. */
export const noteOf = (endpoint: WebhookEndpoint): EndpointNote => ({
  id: endpoint.id,
  types: endpoint.enabledEvents,
  enabled: endpoint.status === 'enabled',
  pin: endpoint.pin,
});

/** Subscribed at this moment, disabled ones included: those get a record that says `skipped`. */
export const subscribersOf = (type: string, endpoints: readonly EndpointNote[]): readonly EndpointNote[] =>
  endpoints.filter(({ types }) => types.includes('*') || types.includes(type));
