import type { OrderId, WebhookEndpointId } from '#shared/foundation/core/ids';

/** What gets events: a webhook endpoint, or an order at its `webhook_url`. */
export interface Subscription {
  readonly id: WebhookEndpointId | OrderId;
  /** Event types; `*` stands for all but the operational ones. */
  readonly types: readonly string[];
  readonly enabled: boolean;
  /** The version its bodies are rendered at. */
  readonly pin: string;
}
