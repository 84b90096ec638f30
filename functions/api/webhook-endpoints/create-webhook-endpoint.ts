import { createWebhookEndpointContract } from '#shared/api/contracts/webhook-endpoints';
import { operation } from '#shared/api/operation';
import { type Places, permitted } from '#shared/api/places';
import { presentWebhookEndpoint } from '#shared/api/resources/webhook-endpoints';
import type { createEndpoint } from '#shared/commands/webhook-endpoints/create-endpoint';
import { metadataAfter } from '#shared/domain/metadata-after';
import type { WebhookEndpoint } from '#shared/domain/webhooks/webhook-endpoint';
import { versionOn } from '#shared/versions/chain';
import { releases } from '#shared/versions/releases';
import { newSecret } from '#shared/webhooks/new-secret';
import type { ReceiverValidator } from '#shared/webhooks/validate-receiver';
import { acceptedUrl } from './accepted-url.ts';

interface Needs {
  readonly places: Places;
  readonly judge: ReceiverValidator;
  readonly create: ReturnType<typeof createEndpoint>;
  readonly randomBytes: (size: number) => Uint8Array;
  readonly baseUrl: string;
}

/** POST /webhook_endpoints: the only answer in which a generated secret is ever shown. */
export const createWebhookEndpoint = ({ places, judge, create, randomBytes, baseUrl }: Needs) =>
  operation(createWebhookEndpointContract, {
    ahead: ({ userId, body }) => ({ place: places.named(userId, body.workspace_id) }),
    async run({ ahead, body, caller, once }) {
      const { workspace } = permitted(await ahead.place, 'administer');
      const metadata = body.metadata === undefined ? {} : metadataAfter({}, body.metadata);
      const url = await acceptedUrl(judge, body.url);
      const secret = body.secret ?? newSecret(randomBytes(32));
      const wanted = {
        url,
        enabledEvents: body.enabled_events,
        pin: body.api_version === undefined ? caller.version : versionOn(body.api_version, releases),
        secret,
        metadata,
      };
      return once(
        (endpoint: WebhookEndpoint) => ({
          status: 201,
          body: presentWebhookEndpoint(endpoint, body.secret === undefined ? secret : undefined),
          headers: { location: `${baseUrl}/webhook_endpoints/${endpoint.id}` },
        }),
        (keep) => create(workspace, wanted, keep),
      );
    },
  });
