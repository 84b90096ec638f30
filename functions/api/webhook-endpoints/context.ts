import { endpointWith } from '#shared/api/http/endpoint';
import type { AppContext } from '#shared/api/http/ports';
import type { WebhookEndpointId } from '#shared/foundation/core/ids';
import type { ReceiverValidator } from '#shared/webhooks/addresses/validate-receiver';
import type { WebhookSender } from '#shared/webhooks/delivery/ports';
import { webhookEndpoints } from '#shared/webhooks/endpoints/store';

/** What this group has beside the context of every endpoint. */
export interface WebhookContext extends AppContext {
  /** Validates a URL and the addresses of its host. */
  readonly validateReceiver: ReceiverValidator;
  /** Sends tests. */
  readonly sender: WebhookSender;
}

export const webhookEndpoint = endpointWith<WebhookContext>();

interface ById {
  readonly context: WebhookContext;
  readonly params: { readonly id: WebhookEndpointId };
}

export const findById = ({ context, params }: ById) => webhookEndpoints.find(context.table, params.id);
