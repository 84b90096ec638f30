import { removedFilesJobs } from '#shared/accounts/usage/rules/usage';
import { workspaces } from '#shared/accounts/workspaces/store';
import type { CommandContext } from '#shared/foundation/commands/context';
import type { OperationId } from '#shared/foundation/core/ids';
import { isSame } from '#shared/foundation/core/json';
import type { LimitName } from '#shared/foundation/core/limits';
import type { Loaded } from '#shared/foundation/core/store';
import type { Table, Write } from '#shared/foundation/core/table';
import type { Instant } from '#shared/foundation/core/time';
import type { DomainEvent, Job } from '#shared/foundation/events/rules/domain-event';
import { type Conversation, isOfMeeting, type OrderConversation } from '#shared/texts/conversations/rules/conversation';
import { deletedConversation } from '#shared/texts/conversations/rules/trash';
import { type ConversationChange, conversations, conversationWrites } from '#shared/texts/conversations/store';
import type { NewFolderWith } from '#shared/texts/folders/commands/named-folder';
import { takePlaces } from '#shared/texts/orders/places-store';
import { conversationAfter, type MadeText } from '#shared/texts/orders/rules/conversations-of-order';
import { holdsPlace, isOfMedia, type Operation, type Order } from '#shared/texts/orders/rules/order';
import { orderEvents } from '#shared/texts/orders/rules/order-events';
import { isDownload, isUnfinishedIngestion } from '#shared/texts/orders/rules/order-ingestion';
import { orderSubscriptions } from '#shared/texts/orders/rules/order-webhook';
import { orders } from '#shared/texts/orders/store';
import { countUnfinished, type UnfinishedChange } from '#shared/texts/orders/unfinished-orders-store';

interface Beside {
  readonly at: Instant;
  /** The text of the operation that is done. */
  readonly made?: { readonly operationId: OperationId; readonly text: MadeText };
  readonly jobs?: readonly Job[];
  readonly limit?: LimitName;
  /** Further rows of the transaction. */
  readonly writes?: readonly Write[];
}

/** The conversations of an order, by its operations; undefined for each that is gone. */
export const loadConversations = (table: Table, { operations }: Order) =>
  Promise.all(operations.map(({ conversationId }) => conversations.find(table, conversationId)));

/** Saves the next state of an order, with its conversations, places, jobs and events, in one transaction. */
export async function saveOrder(
  context: CommandContext,
  before: Loaded<Order>,
  state: Order,
  { at, made, jobs = [], limit, writes = [] }: Beside,
): Promise<Order> {
  if (isSame(before.state, state)) return before.state;
  const order = { ...state, updatedAt: at };
  const texts = await loadConversations(context.table, order);
  const changes = order.operations.flatMap((operation, nth) =>
    changeOf(texts[nth], order, operation, { at, ...(made?.operationId === operation.id && { made: made.text }) }),
  );
  await transact(context, before, order, {
    ...{ at, changes, jobs, ...(limit && { limit }), writes },
    result: order,
  });
  return order;
}

interface NewOrderBeside<Result> {
  readonly newFolder?: NewFolderWith | undefined;
  /** Further rows of the transaction. */
  readonly writes?: readonly Write[];
  readonly result: Result;
}

/** Saves a new order with its conversations, and with their folder where that is new. `result` is what the request answers. */
export async function saveNewOrder<Result = Order>(
  context: CommandContext,
  order: Order,
  created: readonly OrderConversation[],
  { newFolder, writes = [], result }: NewOrderBeside<Result>,
): Promise<Result> {
  const changes = created.map((after) => ({ before: undefined, after }));
  const beside = {
    at: order.createdAt,
    changes,
    limit: 'orders',
    ...(newFolder && { newFolder }),
    writes,
    result,
  } as const;
  await transact(context, undefined, order, beside);
  return result;
}

interface Transaction {
  readonly at: Instant;
  readonly changes: readonly ConversationChange[];
  readonly jobs?: readonly Job[];
  readonly limit?: LimitName;
  readonly newFolder?: NewFolderWith;
  readonly writes?: readonly Write[];
  readonly result: unknown;
}

async function transact(
  { table, changes: store, useOf }: CommandContext,
  before: Loaded<Order> | undefined,
  order: Order,
  { at, changes, jobs = [], limit, newFolder, writes = [], result }: Transaction,
): Promise<void> {
  const { workspaceId } = order;
  const places = placesOf(order).length - placesOf(before?.state).length;
  const [workspace, counted] = await Promise.all([
    workspaces.find(table, workspaceId),
    countUnfinished(table, workspaceId, unfinishedChange(before?.state, order)),
  ]);
  await store.save({
    at,
    writes: [
      orders.put(before, order),
      conversationWrites(changes, newFolder?.id),
      takePlaces(workspaceId, places),
      counted,
      writes,
      ...(newFolder?.writes ?? []),
    ],
    events: [...orderEvents(before?.state, order), ...changes.flatMap(readyEvent)],
    jobs: [
      ...jobsOf(before?.state, order),
      ...deletionsOf(changes),
      ...mediaEndedJobs(before?.state, order, at),
      ...jobs,
    ],
    subscriptions: [...(workspace?.state.endpoints ?? []), ...orderSubscriptions(order)],
    ...(limit && { limits: [useOf(limit, workspaceId, at), ...(newFolder?.limits ?? [])] }),
    result,
  });
}

/** The change of the conversation of an operation; none where it stays, or is gone. */
function changeOf(
  before: Loaded<Conversation> | undefined,
  order: Order,
  operation: Operation,
  { at, made }: { readonly at: Instant; readonly made?: MadeText },
): readonly ConversationChange[] {
  if (!before || isOfMeeting(before.state)) return [];
  const after = conversationAfter(before.state, order, operation, made);
  if (after && isSame(before.state, after)) return [];
  return [{ before, after: after ? { ...after, updatedAt: at } : undefined }];
}

/** A text can be used from when it is done: after people have worked on it where they do. */
function readyEvent({ before, after }: ConversationChange): readonly DomainEvent[] {
  const isReady = after && !isOfMeeting(after) && after.state === 'automatic_done';
  const isNew = !before || isOfMeeting(before.state) || before.state.state !== 'automatic_done';
  return isReady && isNew ? [{ type: 'conversation.ready', conversation: { conversation: after, meeting: null } }] : [];
}

const placesOf = (order: Order | undefined): readonly Operation[] => order?.operations.filter(holdsPlace) ?? [];

const unfinishedChange = (before: Order | undefined, after: Order): UnfinishedChange => ({
  drafts: draftsIn(after) - draftsIn(before),
  downloads: downloadsIn(after) - downloadsIn(before),
});

/** A draft of a translation has no file of its own. */
const draftsIn = (order: Order | undefined): number =>
  order && isOfMedia(order) && order.state === 'incomplete' ? 1 : 0;

const downloadsIn = (order: Order | undefined): number =>
  order && isOfMedia(order) && isDownload(order.ingestion) ? 1 : 0;

/** A new file is ingested, an order that can begin is looked at, and each operation that took a place is worked on. */
function jobsOf(before: Order | undefined, order: Order): readonly Job[] {
  const { workspaceId, id: orderId } = order;
  const content = { workspaceId, orderId };
  const held = new Set(placesOf(before).map(({ id }) => id));
  const placed = placesOf(order).filter(({ id }) => !held.has(id));
  const type = isOfMedia(order) ? 'job.transcription' : 'job.translation';
  return [
    ...ingestionJobs(before, order),
    ...(canBegin(order) && !canBegin(before) ? [{ type: 'job.order', content } as const] : []),
    ...placed.map(({ id: operationId }) => ({ type, content: { ...content, operationId } }) as const),
  ];
}

const ingestionJobs = (before: Order | undefined, order: Order): readonly Job[] => {
  if (!isOfMedia(order) || !isUnfinishedIngestion(order.ingestion)) return [];
  const { workspaceId, id: orderId, ingestion } = order;
  if (before && isOfMedia(before) && before.ingestion.id === ingestion.id) return [];
  return [{ type: 'job.ingestion', content: { workspaceId, orderId, ingestionId: ingestion.id } }];
};

const canBegin = (order: Order | undefined): boolean =>
  order?.state === 'submitted' && (!isOfMedia(order) || order.ingestion.state === 'done');

/** The media and the text of a conversation that is gone. A job that is at work on them deletes what it writes later. */
const deletionsOf = (changes: readonly ConversationChange[]): readonly Job[] =>
  changes.flatMap(({ before, after }) => {
    if (!before || after || isOfMeeting(before.state)) return [];
    return [{ type: 'job.conversation_deletion', content: deletedConversation(before.state) } as const];
  });

/** An order is canceled, or expires: a copy that was begun is removed. Of a file that failed, another may be stored later. */
function mediaEndedJobs(before: Order | undefined, order: Order, at: Instant): readonly Job[] {
  if (!before || !isOfMedia(before) || before.ingestion.state === 'pending') return [];
  if (!NOTHING_LEFT.includes(order.state) || NOTHING_LEFT.includes(before.state)) return [];
  const gone = order.operations.filter(({ state }) => state !== 'done').map(({ conversationId: id }) => ({ id }));
  return removedFilesJobs(order.workspaceId, gone, at);
}

/** States of an order whose conversations without a text are deleted, with their media. */
const NOTHING_LEFT: readonly Order['state'][] = ['canceled', 'expired'];
