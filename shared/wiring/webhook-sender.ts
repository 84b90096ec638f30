import type { NameLookup } from '#shared/ports/name-lookup';
import { undiciWebhookSender } from '#shared/providers/undici-webhook-sender';
import { isPublicAddress } from '#shared/webhooks/is-public-address';
import { type ReceiverRules, urlValidator } from '#shared/webhooks/validate-receiver';

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
