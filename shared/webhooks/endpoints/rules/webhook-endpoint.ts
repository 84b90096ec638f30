import type { EndpointSubscription, Workspace } from '#shared/accounts/workspaces/rules/workspace';
import type { WebhookEndpointId, WorkspaceId } from '#shared/foundation/core/ids';
import { type Metadata, type MetadataChange, metadataAfter } from '#shared/foundation/core/metadata';
import { conflict } from '#shared/foundation/core/refusal';
import { DAY_MS, type Instant, later } from '#shared/foundation/core/time';
import type { EndpointEventType } from '#shared/foundation/events/rules/operational-event';
import {
  NO_HEADERS,
  requireHeadersForNewHost,
  type SealedHeaders,
} from '#shared/webhooks/endpoints/rules/endpoint-headers';
import type { EventFilters } from '#shared/webhooks/endpoints/rules/event-filter';

/** What an owner may choose beside the URL and the event types. */
export interface EndpointOptions {
  readonly filters: EventFilters;
  readonly headers: SealedHeaders;
  /** Hours of failing after which the service disables it, 24 to 720; null for never. */
  readonly disableAfterHours: number | null;
  /** Attempts in a second, 1 to 1,000; null for any number. */
  readonly maxPerSecond: number | null;
}

/** Of an endpoint whose owner chose nothing. */
export const DEFAULT_OPTIONS: EndpointOptions = {
  filters: {},
  headers: NO_HEADERS,
  disableAfterHours: null,
  maxPerSecond: null,
};

/** How an endpoint does. */
interface EndpointHealth {
  /** Who disabled it: its owner, or the service because it was failing. Null while it is enabled. */
  readonly disabledReason: 'requested' | 'failing' | null;
  /** While it is failing: since when no attempt has been acknowledged. It stays when the endpoint is disabled. */
  readonly failingSince: Instant | null;
}

/** Of an endpoint that is enabled and not failing. */
export const HEALTHY: EndpointHealth = { disabledReason: null, failingSince: null };

/** A signing secret, and the end of its use; null for the newest. */
export interface SealedSecret {
  readonly sealed: string;
  readonly until: Instant | null;
}

/** A URL that receives events of a workspace. */
export interface WebhookEndpoint extends EndpointOptions, EndpointHealth {
  readonly id: WebhookEndpointId;
  readonly workspaceId: WorkspaceId;
  readonly url: string;
  /** Event types; `*` stands for all but the operational ones. */
  readonly enabledEvents: readonly string[];
  readonly status: 'enabled' | 'disabled';
  /** The API version of its payloads. */
  readonly pin: string;
  /** Newest first; two during a rotation. Only the delivery function and endpoint tests decrypt them. */
  readonly sealedSecrets: readonly SealedSecret[];
  readonly metadata: Metadata;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

declare module '#shared/foundation/events/rules/domain-event' {
  interface EventTypes extends Record<EndpointEventType, { readonly endpoint: WebhookEndpoint }> {}
}

/** The most endpoints of one workspace: docs/limits-and-rules.md#sizes. */
export const MAX_ENDPOINTS = 20;

/** Whether events may be sent to it. */
export const isOpen = (endpoint: WebhookEndpoint | undefined, workspaceId: WorkspaceId): endpoint is WebhookEndpoint =>
  endpoint?.status === 'enabled' && endpoint.workspaceId === workspaceId;

/** The copy of an endpoint in the workspace's row, so that every write knows which events to leave in the outbox. */
export const subscriptionOf = (endpoint: WebhookEndpoint): EndpointSubscription => ({
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

/** What an owner changes; undefined leaves a field as it is. */
export interface EndpointPatch {
  /** Validated and normalised. */
  readonly url: string | undefined;
  readonly enabledEvents: readonly string[] | undefined;
  readonly status: WebhookEndpoint['status'] | undefined;
  /** A version that is known. */
  readonly pin?: string | undefined;
  readonly disableAfterHours?: number | null | undefined;
  readonly maxPerSecond?: number | null | undefined;
  /** Merged into the existing metadata. */
  readonly metadata: MetadataChange | undefined;
  /** In place of all existing filters. */
  readonly filters?: EventFilters | undefined;
  /** In place of all existing headers. */
  readonly headers?: SealedHeaders | undefined;
}

/**
 * The endpoint with the patch applied; refused if its metadata would grow too large, or its headers would move to another
 * host. Secrets stay.
 */
export function patched(endpoint: WebhookEndpoint, patch: EndpointPatch): WebhookEndpoint {
  requireHeadersForNewHost(endpoint, patch.url, patch.headers);
  return {
    ...endpoint,
    url: patch.url ?? endpoint.url,
    pin: patch.pin ?? endpoint.pin,
    enabledEvents: patch.enabledEvents ?? endpoint.enabledEvents,
    filters: patch.filters ?? endpoint.filters,
    headers: patch.headers ?? endpoint.headers,
    disableAfterHours: patch.disableAfterHours === undefined ? endpoint.disableAfterHours : patch.disableAfterHours,
    maxPerSecond: patch.maxPerSecond === undefined ? endpoint.maxPerSecond : patch.maxPerSecond,
    ...(patch.status !== undefined && patch.status !== endpoint.status && statusAfter(patch.status)),
    metadata: patch.metadata === undefined ? endpoint.metadata : metadataAfter(endpoint.metadata, patch.metadata),
  };
}

/** An endpoint that is enabled again begins afresh. */
const statusAfter = (status: WebhookEndpoint['status']) =>
  status === 'enabled' ? ({ ...HEALTHY, status } as const) : ({ status, disabledReason: 'requested' } as const);

/** How long the old secret signs beside the new one after a rotation: docs/limits-and-rules.md#webhooks. */
export const OLD_SECRET_MS = DAY_MS;
/** Each secret is one more signature in a header, and one more KMS call before a request. */
const MOST_SECRETS = 5;

/** The new secret first; older ones keep their end, and expired ones are dropped. */
export function rotated(endpoint: WebhookEndpoint, sealed: string, now: Instant): WebhookEndpoint {
  const inForce = endpoint.sealedSecrets.filter(({ until }) => until === null || until > now);
  if (inForce.length >= MOST_SECRETS)
    throw conflict(`This endpoint has ${MOST_SECRETS} valid secrets, the maximum: wait until the oldest expires.`);
  const older = inForce.map((one) => ({ ...one, until: one.until ?? later(now, OLD_SECRET_MS) }));
  return { ...endpoint, sealedSecrets: [{ sealed, until: null }, ...older], updatedAt: now };
}
