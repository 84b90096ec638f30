import { metadataAfter } from '#shared/core/metadata-after';
import { operation } from '#shared/http/operation';
import { type Places, permitted } from '#shared/http/places';
import { versionOn } from '#shared/versions/chain';
import { releases } from '#shared/versions/releases';
import type { ReceiverJudge } from '#shared/webhooks/addresses/judge-receiver';
import type { createEndpoint } from '#shared/webhooks/endpoints/commands/create-endpoint';
import { createWebhookEndpointContract } from '#shared/webhooks/endpoints/contract';
import { presentWebhookEndpoint } from '#shared/webhooks/endpoints/present';
import type { WebhookEndpoint } from '#shared/webhooks/endpoints/rules/webhook-endpoint';
import { newSecret } from '#shared/webhooks/signing/new-secret';
import { acceptedUrl } from './accepted-url.ts';

interface Needs {
  readonly places: Places;
  readonly judge: ReceiverJudge;
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
