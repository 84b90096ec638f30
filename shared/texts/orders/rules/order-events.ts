import type { DomainEvent } from '#shared/foundation/events/rules/domain-event';
import type { Order } from '#shared/texts/orders/rules/order';

export const ORDER_EVENTS = [
  'order.submitted',
  'order.locked',
  'order.fulfilled',
  'order.failed',
  'order.canceled',
] as const;
export type OrderEventType = (typeof ORDER_EVENTS)[number];

declare module '#shared/foundation/events/rules/domain-event' {
  interface EventTypes extends Record<OrderEventType, { readonly order: Order }> {}
}

/** The event of a state that was entered; an expired draft has none. */
export function orderEvents(before: Order | undefined, after: Order): readonly DomainEvent[] {
  if (before?.state === after.state || after.state === 'incomplete' || after.state === 'expired') return [];
  return [{ type: `order.${after.state}`, order: after }];
}
