import type * as v from 'valibot';
import { listWebhookEndpointsContract } from '#shared/api/contracts/webhook-endpoints';
import { pageAsked, presentList } from '#shared/api/list';
import { type AheadInput, operation } from '#shared/api/operation';
import { type Places, permittedToSee } from '#shared/api/places';
import { presentWebhookEndpoint } from '#shared/api/resources/webhook-endpoints';
import type { WebhookEndpoint } from '#shared/domain/webhooks/webhook-endpoint';
import type { CursorSeal } from '#shared/ports/cursor-seal';
import type { Page } from '#shared/ports/page';
import type { WebhookEndpointStore } from '#shared/ports/stores';

interface Needs {
  readonly endpoints: WebhookEndpointStore;
  readonly places: Places;
  readonly seal: CursorSeal;
}

/** GET /webhook_endpoints: newest first. */
export const listWebhookEndpoints = (needs: Needs) =>
  operation(listWebhookEndpointsContract, {
    ahead: (input) => ({
      place: needs.places.named(input.userId, input.query.workspace_id),
      page: pageOf(needs, input),
    }),
    async run({ ahead, asked }) {
      permittedToSee(await ahead.place);
      const body = await presentList(await ahead.page, (one) => presentWebhookEndpoint(one), asked, needs.seal);
      return { status: 200, body };
    },
  });

type Query = v.InferOutput<typeof listWebhookEndpointsContract.query>;

async function pageOf(
  { endpoints, places, seal }: Needs,
  { query, asked }: AheadInput<unknown, Query, unknown>,
): Promise<Page<WebhookEndpoint>> {
  const [workspaceId, page] = await Promise.all([
    places.idNamed(query.workspace_id),
    pageAsked(query.limit, asked, seal),
  ]);
  return endpoints.page(workspaceId, page);
}
