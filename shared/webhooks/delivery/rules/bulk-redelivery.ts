import type { DeliveryId, OutboxId, WebhookEndpointId, WorkspaceId } from '#shared/core/ids';
import type { Instant } from '#shared/core/time';

/** What one request takes at most (decisions.md §10). */
export const MOST_REDELIVERED = 10_000;

/** The statuses in which an event rests without its receiver having it. */
export const REDELIVERABLE = ['failed', 'skipped'] as const;
export type RedeliverableStatus = (typeof REDELIVERABLE)[number];

/**
 * Events of one endpoint, to be sent once more. A type and not an interface, since it is kept as the content of a job.
 */
export type BulkRedelivery = {
  /** Names the request, so that each of its events is asked for once. */
  readonly bulkId: OutboxId;
  readonly workspaceId: WorkspaceId;
  readonly endpointId: WebhookEndpointId;
  readonly status: RedeliverableStatus;
  readonly since: Instant;
  /** The last of them. */
  readonly upTo: DeliveryId;
};
