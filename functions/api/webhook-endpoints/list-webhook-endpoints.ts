import { listWebhookEndpointsContract } from '#shared/api/contracts/webhook-endpoints';
import { type Places, permittedToSee } from '#shared/api/places';
import { presentWebhookEndpoint } from '#shared/api/resources/webhook-endpoints';
import { workspaceList } from '#shared/api/workspace-list';
import type { CursorSeal } from '#shared/ports/cursor-seal';
import type { WebhookEndpointStore } from '#shared/ports/stores';

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
