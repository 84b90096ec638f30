import { isPublicAddress } from '#shared/webhooks/addresses/is-public-address';
import type { NameLookup } from '#shared/webhooks/addresses/resolve-name';
import { type ReceiverRules, urlValidator } from '#shared/webhooks/addresses/validate-receiver';
import { undiciWebhookSender } from '#shared/webhooks/delivery/sender/undici-webhook-sender';

interface Needs extends ReceiverRules {
  readonly lookUp: NameLookup;
}

/** The one sender of deliveries and tests: it validates the URL before each request and the addresses for each connection. */
export const webhookSender = ({ lookUp, ...rules }: Needs) =>
  undiciWebhookSender({
    validateUrl: urlValidator(rules),
    isPublicAddress,
    resolve: lookUp,
    allowLocalReceivers: rules.allowLocalReceivers,
  });
