import type { NameLookup } from '#shared/ports/name-lookup';
import { undiciWebhookSender } from '#shared/providers/undici-webhook-sender';
import { judgeAddress } from '#shared/webhooks/judge-address';
import { formJudge, type ReceiverRules } from '#shared/webhooks/judge-receiver';

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
