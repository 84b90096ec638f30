import type { Subscription } from '#shared/foundation/events/rules/subscription';
import type { Order } from '#shared/texts/orders/rules/order';
import type { OrderEventType } from '#shared/texts/orders/rules/order-events';

/** The ends of an order that its `webhook_url` gets; a draft that expires has no event. */
const ENDS: readonly OrderEventType[] = ['order.fulfilled', 'order.failed', 'order.canceled'];

/** The subscription of an order's `webhook_url`, for the transactions that change the order; none without one. */
export const orderSubscriptions = ({ id, webhook }: Order): readonly Subscription[] =>
  webhook ? [{ id, types: ENDS, enabled: true, pin: webhook.pin }] : [];
