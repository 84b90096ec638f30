import type { MetadataChange } from '#shared/core/metadata';
import { metadataAfter } from '#shared/core/metadata-after';
import type { WebhookEndpoint } from '#shared/webhooks/endpoints/rules/webhook-endpoint';

/** What an owner changes; undefined leaves a field as it is. */
export interface EndpointPatch {
  /** Validated and normalised. */
  readonly url: string | undefined;
  readonly enabledEvents: readonly string[] | undefined;
  readonly status: WebhookEndpoint['status'] | undefined;
  /** Merged into the existing metadata. */
  readonly metadata: MetadataChange | undefined;
}

/** The endpoint with the patch applied; refused if its metadata would grow too large. Secrets and pin stay. */
export const patched = (endpoint: WebhookEndpoint, patch: EndpointPatch): WebhookEndpoint => ({
  ...endpoint,
  url: patch.url ?? endpoint.url,
  enabledEvents: patch.enabledEvents ?? endpoint.enabledEvents,
  status: patch.status ?? endpoint.status,
  metadata: patch.metadata === undefined ? endpoint.metadata : metadataAfter(endpoint.metadata, patch.metadata),
});
