import { isPublicAddress } from '#shared/webhooks/addresses/is-public-address';
import type { NameLookup } from '#shared/webhooks/addresses/ports/name-lookup';
import { type ReceiverRules, urlValidator } from '#shared/webhooks/addresses/validate-receiver';
import { undiciWebhookSender } from '#shared/webhooks/delivery/sender/undici-webhook-sender';

interface Needs extends ReceiverRules {
  readonly lookUp: NameLookup;
}

/** The one sender of deliveries and tests: it validates the URL again before each request. */
export const webhookSender = ({ lookUp, ...rules }: Needs) =>
  undiciWebhookSender({
    validateUrl: urlValidator(rules),
    isPublicAddress,
    resolve: lookUp,
    allowLocalReceivers: rules.allowLocalReceivers,
  });
