import { judgeAddress } from '#shared/webhooks/addresses/judge-address';
import { formJudge, type ReceiverRules } from '#shared/webhooks/addresses/judge-receiver';
import type { NameLookup } from '#shared/webhooks/addresses/ports/name-lookup';
import { undiciWebhookSender } from '#shared/webhooks/delivery/sender/undici-webhook-sender';

interface Needs extends ReceiverRules {
  readonly lookUp: NameLookup;
}

/** The one way out, of deliveries and of tests alike: what may not be an endpoint's is not sent to either. */
export const webhookSender = ({ lookUp, ...rules }: Needs) =>
  undiciWebhookSender({
    judgeUrl: formJudge(rules),
    judgeAddress,
    resolve: lookUp,
    allowLocalReceivers: rules.allowLocalReceivers,
  });
