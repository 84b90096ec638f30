import { refusePaidWork } from '#shared/accounts/usage/commands/refuse-beyond-limits';
import { command } from '#shared/foundation/commands/command';
import type { CommandContext } from '#shared/foundation/commands/context';
import type { OrderId } from '#shared/foundation/core/ids';
import { notFound } from '#shared/foundation/core/refusal';
import type { Loaded } from '#shared/foundation/core/store';
import type { Instant } from '#shared/foundation/core/time';
import { type Conversation, lengthOf, stateOf, TEXT_STATES } from '#shared/texts/conversations/rules/conversation';
import { conversations, withMeeting } from '#shared/texts/conversations/store';
import { saveOrder } from '#shared/texts/orders/commands/save-order';
import { freePlaces } from '#shared/texts/orders/places-store';
import {
  advanceOrder,
  canceledOrder,
  confirmedOrder,
  expiredOrder,
  fulfilledOrder,
  type SourceState,
} from '#shared/texts/orders/rules/change-order';
import { hasEnded, isOfMedia, type Order, paidKindOf } from '#shared/texts/orders/rules/order';
import { withSourceSeconds } from '#shared/texts/orders/rules/pricing';
import { orders } from '#shared/texts/orders/store';

const changing = (decide: (order: Order, now: Instant) => Order) =>
  command(async (context, id: OrderId): Promise<Order> => {
    const before = await find(context, id);
    const at = context.clock.now();
    return saveOrder(context, before, decide(before.state, at), { at });
  });

/** Submits a draft; 409 unless it is one, 403 where the limit of what it asks an engine for is used up. */
export const confirmOrder = command(async (context, id: OrderId): Promise<Order> => {
  const before = await find(context, id);
  const at = context.clock.now();
  const after = confirmedOrder(before.state, at);
  await refusePaidWork(context, after.workspaceId, paidKindOf(after));
  return saveOrder(context, before, after, { at });
});

/** Stops an order and deletes the conversations that have no text; 409 once it has ended. */
export const cancelOrder = changing(canceledOrder);

/** The same for an order of an archived workspace, which may have ended meanwhile. */
export const cancelUnfinishedOrder = changing((order, now) => (hasEnded(order) ? order : canceledOrder(order, now)));

/** Ends the work of people on a text; 409 unless the order is locked. */
export const fulfillOrder = changing(fulfilledOrder);

/** Processes a due order: expires a draft, or gives free places to operations that wait. */
export const processDueOrder = command(async (context, id: OrderId): Promise<Order | undefined> => {
  const before = await orders.find(context.table, id);
  if (!before) return undefined;
  const at = context.clock.now();
  const state = expiredOrder(before.state, at);
  if (state !== before.state || state.state !== 'submitted') return saveOrder(context, before, state, { at });
  const [{ source, seconds }, free] = await Promise.all([
    sourceOf(context, state),
    freePlaces(context.table, before.state.workspaceId),
  ]);
  const after = advanceOrder(withSourceSeconds(state, seconds), { source, freePlaces: free }, at);
  return saveOrder(context, before, after, { at });
});

interface Source {
  readonly source: SourceState;
  /** Of the audio of a text; null where they are not known. */
  readonly seconds: number | null;
}

async function sourceOf({ table }: CommandContext, order: Order): Promise<Source> {
  // An ingestion that fails ends its order at once.
  if (isOfMedia(order)) return { source: order.ingestion.state === 'done' ? 'ready' : 'pending', seconds: null };
  const found = await conversations.find(table, order.sourceConversationId);
  const text = found && (await withMeeting(table, found.state));
  if (!text || stateOf(text.conversation) === 'failed') return { source: 'failed', seconds: null };
  return { source: hasText(text.conversation) ? 'ready' : 'pending', seconds: lengthOf(text) };
}

const hasText = (conversation: Conversation): boolean => TEXT_STATES.some((state) => state === stateOf(conversation));

async function find({ table }: CommandContext, id: OrderId): Promise<Loaded<Order>> {
  const order = await orders.find(table, id);
  if (!order) throw notFound(orders.noun);
  return order;
}
