import type { DeliveryId, OutboxId, WebhookEndpointId, WorkspaceId } from '#shared/foundation/core/ids';
import type { Instant } from '#shared/foundation/core/time';

/** The most deliveries of one request: docs/limits-and-rules.md#sizes. */
export const MOST_REDELIVERED = 10_000;

/** The final statuses of a delivery that was not acknowledged. */
export const REDELIVERABLE = ['failed', 'skipped'] as const;
export type RedeliverableStatus = (typeof REDELIVERABLE)[number];

/**
 * The deliveries of one endpoint to send again. A type and not an interface, since it is stored as the content of a job.
 */
export type BulkRedelivery = {
  /** Identifies the request, so that each of its deliveries is sent once. */
  readonly bulkId: OutboxId;
  readonly workspaceId: WorkspaceId;
  readonly endpointId: WebhookEndpointId;
  readonly status: RedeliverableStatus;
  readonly since: Instant;
  /** The last of them. */
  readonly upTo: DeliveryId;
};

declare module '#shared/foundation/events/rules/domain-event' {
  interface JobTypes {
    /** A requested redelivery of many events to one endpoint; each becomes a `job.redelivery`. */
    'job.bulk_redelivery': { readonly content: BulkRedelivery };
  }
}

/** Deliveries of one endpoint in one status, in a span of time. */
export interface DeliverySpan {
  readonly workspaceId: WorkspaceId;
  readonly endpointId: WebhookEndpointId;
  readonly status: RedeliverableStatus;
  /** Inclusive. */
  readonly since: Instant;
  /** A time, exclusive, or the last delivery, inclusive. */
  readonly until: Instant | DeliveryId;
}
