import type { ConversationId } from '#shared/foundation/core/ids';
import type { Table } from '#shared/foundation/core/table';
import { resultsInFiles } from '#shared/meetings/results/load-results';
import { isOfMeeting, stateOf } from '#shared/texts/conversations/rules/conversation';
import { conversations } from '#shared/texts/conversations/store';
import { takenEnginePlaces } from '#shared/texts/orders/engine-places-store';
import { freePlaces, MOST_OPERATIONS } from '#shared/texts/orders/places-store';
import { hasEnded, holdsPlace, isOfMedia, type Operation, type Order } from '#shared/texts/orders/rules/order';
import { orders } from '#shared/texts/orders/store';
import type { World } from '#test/support/api';
import { translated } from './a-virtual-engine.ts';
import { heardIn } from './a-virtual-speech-service.ts';
import type { Workspace } from './a-workspace.ts';

/** The orders of a workspace as they are stored. */
export async function ordersOf({ dynamo, context }: World): Promise<readonly Order[]> {
  const ids = dynamo.items().flatMap(({ pk, type }) => (type?.S === 'order' ? [String(pk?.S)] : []));
  const found = await Promise.all(ids.map((id) => orders.find(context.table, id as Order['id'])));
  return found.flatMap((order) => (order ? [order.state] : []));
}

/** At any time: no more operations have a place than a workspace has places. */
export async function brokenPlaces(world: World): Promise<readonly string[]> {
  const taken = (await ordersOf(world)).flatMap(({ operations }) => operations.filter(holdsPlace)).length;
  return taken > MOST_OPERATIONS ? [`O3: ${taken} operations of a workspace ran at a time`] : [];
}

/** At the end: what is left of orders, places, conversations and files. */
export async function brokenAtTheEnd(world: World, workspace: Workspace): Promise<readonly string[]> {
  const all = await ordersOf(world);
  const { table } = world.context;
  const free = await freePlaces(table, workspace.workspaceId);
  const texts = await Promise.all(
    all.flatMap((order) => order.operations.map((one) => textOf(world, workspace, order, one))),
  );
  return [
    ...all.flatMap(({ state }) =>
      hasEnded({ state } as Order) || state === 'locked' ? [] : [`O1: an order is still ${state}`],
    ),
    ...(free === MOST_OPERATIONS ? [] : [`O3: ${MOST_OPERATIONS - free} places were not given back`]),
    ...(await enginePlacesLeft(table)),
    ...texts.flat(),
    ...(await strangers(table, world, workspace, all)),
  ];
}

async function enginePlacesLeft(table: Table): Promise<readonly string[]> {
  const left = await takenEnginePlaces(table);
  return left.length > 0 ? [`O3: ${left.length} places at the engine were not given back`] : [];
}

/** The conversation of an operation and its files are there where the operation has a text, and no others. */
async function textOf(
  world: World,
  workspace: Workspace,
  order: Order,
  operation: Operation,
): Promise<readonly string[]> {
  const { conversationId, state } = operation;
  const { workspaceId } = workspace;
  const found = await conversations.find(world.context.table, conversationId);
  const shown = found && stateOf(found.state);
  const kept = [...world.files.files.keys()].filter((key) => key.includes(`/${conversationId}/`) && !isTombstone(key));
  if (state !== 'done') {
    const isGone = order.state === 'canceled' || order.state === 'expired';
    return [
      ...(kept.length > 0 ? [`O5: an operation that is ${state} left ${kept.length} files`] : []),
      ...(isGone === (shown === undefined)
        ? []
        : [`O4: an order is ${order.state}, and a conversation ${shown ?? 'gone'}`]),
    ];
  }
  const files = kept.filter((key) => !isOfSearch(key));
  const text = await resultsInFiles(world.files).transcript({ workspaceId, conversationId, revision: '1' });
  const words = text?.segments.map((segment) => segment.text.replaceAll('\n', ' ')).join(' ');
  return [
    ...(words === expectedOf(workspace, order, operation) ? [] : [`O6: a ${order.kind} is not whole`]),
    ...(files.length === FILES[order.kind] ? [] : [`O5: a ${order.kind} has ${files.length} files`]),
    ...(shown === 'automatic_done' || shown === 'locked'
      ? []
      : [`O4: a text is done, and its conversation ${shown ?? 'gone'}`]),
  ];
}

const isOfSearch = (key: string): boolean => key.includes('/search/');

/** Search notes without a text that one is gone, until its next merge. */
const isTombstone = (key: string): boolean => isOfSearch(key) && key.endsWith('.gone');

/** A translation is its text; beside the others is the media file, and beside subtitles what they are made of. */
const FILES: Readonly<Record<Order['kind'], number>> = { translation: 1, transcription: 2, subtitles: 3 };

function expectedOf({ texts }: Workspace, order: Order, { id, targetLanguage }: Operation): string | undefined {
  if (isOfMedia(order)) return heardIn(id);
  const source = texts.get(order.sourceConversationId);
  return source?.segments.map(({ text }) => translated(text, targetLanguage ?? '')).join(' ');
}

/** Conversations that no order names. */
async function strangers(
  table: Table,
  { dynamo }: World,
  { texts }: Workspace,
  all: readonly Order[],
): Promise<readonly string[]> {
  const named = new Set<ConversationId>(all.flatMap(({ operations }) => operations.map((one) => one.conversationId)));
  const ids = dynamo
    .items()
    .flatMap(({ pk, type }) => (type?.S === 'conversation' ? [String(pk?.S) as ConversationId] : []));
  const found = await Promise.all(ids.map((id) => conversations.find(table, id)));
  return found.flatMap((one) =>
    one && !isOfMeeting(one.state) && !texts.has(one.state.id) && !named.has(one.state.id)
      ? ['O4: a conversation has no order']
      : [],
  );
}
