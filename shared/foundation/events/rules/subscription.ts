import type { OrderId, WebhookEndpointId } from '#shared/foundation/core/ids';
import { isOperational } from '#shared/foundation/events/rules/operational-event';

/** What gets events: a webhook endpoint, or an order at its `webhook_url`. */
export interface Subscription {
  readonly id: WebhookEndpointId | OrderId;
  /** Event types; `*` stands for all but the operational ones. */
  readonly types: readonly string[];
  readonly enabled: boolean;
  /** The version its bodies are rendered at. */
  readonly pin: string;
}

/** Those that get events of a type, disabled endpoints included: these get a delivery with status `skipped`. */
export const subscribersOf = (type: string, subscriptions: readonly Subscription[]): readonly Subscription[] =>
  subscriptions.filter(({ types }) => types.includes(type) || (types.includes('*') && !isOperational(type)));
