import type { WebhookEndpointId, WorkspaceId } from '#shared/foundation/core/ids';
import type { Instant } from '#shared/foundation/core/time';
import type { WebhookEndpoint } from '#shared/webhooks/endpoints/rules/webhook-endpoint';

/**
 * An endpoint that was disabled or deleted: what waits for it is to be skipped. A type and not an interface, since it is
 * stored as the content of a job.
 */
export type ClosedEndpoint = {
  readonly workspaceId: WorkspaceId;
  readonly endpointId: WebhookEndpointId;
  readonly closedAt: Instant;
};

declare module '#shared/foundation/events/rules/domain-event' {
  interface JobTypes {
    /** An endpoint was disabled or deleted: what waits for it is to be skipped. */
    'job.endpoint_closing': { readonly content: ClosedEndpoint };
  }
}

/** The job for the transaction that disables an endpoint, or deletes it (`after` undefined); none for other changes. */
export const closingJobs = (before: WebhookEndpoint, after: WebhookEndpoint | undefined, closedAt: Instant) =>
  before.status === 'enabled' && after?.status !== 'enabled'
    ? [
        {
          type: 'job.endpoint_closing',
          content: { workspaceId: before.workspaceId, endpointId: before.id, closedAt },
        } as const,
      ]
    : [];
