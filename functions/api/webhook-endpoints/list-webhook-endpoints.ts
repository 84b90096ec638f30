import type { WebhookEndpointStore } from '#shared/events/ports/stores';
import { type Places, permittedToSee } from '#shared/http/places';
import type { CursorSeal } from '#shared/http/ports/cursor-seal';
import { workspaceList } from '#shared/http/workspace-list';
import { listWebhookEndpointsContract } from '#shared/webhooks/endpoints/contract';
import { presentWebhookEndpoint } from '#shared/webhooks/endpoints/present';

interface Needs {
  readonly endpoints: WebhookEndpointStore;
  readonly places: Places;
  readonly seal: CursorSeal;
}

/** GET /webhook_endpoints: newest first. */
export const listWebhookEndpoints = (needs: Needs) =>
  workspaceList(listWebhookEndpointsContract, needs, {
    judge: permittedToSee,
    page: (workspaceId, _query, request) => needs.endpoints.page(workspaceId, request),
    present: (endpoint) => presentWebhookEndpoint(endpoint),
  });
