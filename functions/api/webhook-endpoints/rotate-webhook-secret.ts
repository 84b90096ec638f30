import type { Sealer } from '#shared/core/sealer';
import type { WebhookEndpointStore } from '#shared/events/ports/stores';
import { operation } from '#shared/http/operation';
import { found, type Places, permitted } from '#shared/http/places';
import type { rotateSecret } from '#shared/webhooks/endpoints/commands/rotate-secret';
import { rotateWebhookSecretContract } from '#shared/webhooks/endpoints/contract';
import { presentWebhookEndpoint } from '#shared/webhooks/endpoints/present';
import type { WebhookEndpoint } from '#shared/webhooks/endpoints/rules/webhook-endpoint';
import { newSecret } from '#shared/webhooks/signing/new-secret';

interface Needs {
  readonly endpoints: WebhookEndpointStore;
  readonly places: Places;
  readonly rotate: ReturnType<typeof rotateSecret>;
  readonly sealer: Sealer;
  readonly randomBytes: (size: number) => Uint8Array;
}

/** POST /webhook_endpoints/{id}/rotate_secret: the only answer that ever shows the new one. */
export const rotateWebhookSecret = ({ endpoints, places, rotate, sealer, randomBytes }: Needs) =>
  operation(rotateWebhookSecretContract, {
    ahead: ({ params }) => ({ endpoint: endpoints.find(params.id) }),
    async run({ ahead, caller, params, once }) {
      const secret = newSecret(randomBytes(32));
      // Sealed while the place is read, and for an id that nobody has as well, which then costs the same.
      const sealing = ahead.endpoint.then((one) =>
        sealer.seal(secret, { workspace: one?.state.workspaceId ?? 'nowhere', resource: params.id }),
      );
      sealing.catch(() => undefined);
      const { resource, place } = await found(places, caller.userId, ahead.endpoint, 'webhook endpoint');
      permitted(place, 'administer');
      const sealed = await sealing;
      return once(
        (endpoint: WebhookEndpoint) => ({ status: 200, body: presentWebhookEndpoint(endpoint, secret) }),
        (keep) => rotate(resource, sealed, keep),
      );
    },
  });
