import { TypeID } from 'typeid-js';
import * as v from 'valibot';
import type { DeliveryId, WebhookEndpointId, WorkspaceId } from '#shared/foundation/core/ids';
import type { Page, PageRequest } from '#shared/foundation/core/page';
import type { Item, Table } from '#shared/foundation/core/table';
import type { Instant } from '#shared/foundation/core/time';
import { listOf, orderOf, resourceKey } from '#shared/foundation/dynamodb/keys';
import { type ListQuery, pageOfKeys, rowsOf } from '#shared/foundation/dynamodb/paging';
import { id } from '#shared/foundation/dynamodb/row-parts';
import { DeliveryRow } from '#shared/webhooks/delivery/row';
import type { DeliverySpan } from '#shared/webhooks/delivery/rules/bulk-redelivery';
import { type Delivery, isWaiting } from '#shared/webhooks/delivery/rules/delivery';

export interface DeliveryFilter {
  readonly workspaceId: WorkspaceId;
  readonly endpointId?: WebhookEndpointId | undefined;
  readonly status?: Delivery['status'] | undefined;
  readonly type?: string | undefined;
  /** The resource that the event is about. */
  readonly resourceId?: string | undefined;
  /** Both exclusive. */
  readonly createdAfter?: Instant | undefined;
  readonly createdBefore?: Instant | undefined;
}

export interface ListedDelivery {
  readonly id: DeliveryId;
  readonly createdAt: Instant;
}

export interface DeliveryKeys {
  readonly listed: readonly ListedDelivery[];
  /** The position after which there may be more. */
  readonly next: ListedDelivery | undefined;
}

/** Keys from the index of the workspace's events, or of one status; the row has the last word on the status. */
export async function deliveryPage(
  table: Table,
  filter: DeliveryFilter,
  request: PageRequest,
): Promise<Page<Delivery>> {
  const keys = await pageOfKeys(table, queryFor(filter), request);
  return rowsOf(table, keys, DeliveryRow, ({ status }) => filter.status === undefined || status === filter.status);
}

/** Deliveries that are retried, or wait for a slot of their endpoint. The status of a row is not looked at. */
export async function waitingPage(
  table: Table,
  filter: Pick<DeliveryFilter, 'workspaceId' | 'endpointId'>,
  request: PageRequest,
): Promise<Page<Delivery>> {
  const keys = await pageOfKeys(table, queryFor({ ...filter, status: 'retrying' }), request);
  return rowsOf(table, keys, DeliveryRow, isWaiting);
}

/** The same of a workspace, oldest first. */
export async function oldestWaitingPage(
  table: Table,
  workspaceId: WorkspaceId,
  request: PageRequest,
): Promise<Page<Delivery>> {
  const query = { ...queryFor({ workspaceId, status: 'retrying' }), newestFirst: false };
  return rowsOf(table, await pageOfKeys(table, query, request), DeliveryRow, isWaiting);
}

function queryFor(filter: DeliveryFilter): ListQuery {
  const { endpointId, type, resourceId } = filter;
  const narrowed = endpointId !== undefined || type !== undefined || resourceId !== undefined;
  return { ...partitionFor(filter), ...span(filter), ...(narrowed && { keep: (item: Item) => matches(item, filter) }) };
}

function partitionFor({ workspaceId, status }: DeliveryFilter): Pick<ListQuery, 'index' | 'partition'> {
  switch (status) {
    case 'retrying':
    case 'failed':
    case 'skipped':
      return { index: 'order', partition: orderOf.events(workspaceId, status) };
    case 'pending':
    case 'delivered':
    case undefined:
      return { index: 'list', partition: listOf.events(workspaceId) };
  }
}

const Find = v.object({ whe: v.optional(v.string()), of: v.optional(v.string()), ty: v.string() });

function matches(item: Item, { endpointId, type, resourceId }: DeliveryFilter): boolean {
  const { whe, of, ty } = v.parse(Find, item.find);
  const isOf = (asked: string | undefined, found: string | undefined): boolean =>
    asked === undefined || asked === found;
  return isOf(endpointId, whe) && isOf(type, ty) && isOf(resourceId, of);
}

/** One query of the index, oldest first. The status may have changed since; the row has the last word. */
export async function deliveryKeys(
  table: Table,
  { workspaceId, endpointId, status, since, until }: DeliverySpan,
  after: DeliveryId | undefined,
  look: number | undefined,
): Promise<DeliveryKeys> {
  const partition = orderOf.events(workspaceId, status);
  const from = idAt(since, 0x00);
  const to = typeof until === 'number' ? idAt(until - 1, 0xff) : until;
  // The table refuses a range that ends before it begins; nothing lies in it.
  if (from > to) return { listed: [], next: undefined };
  const { items, last } = await table.query({
    index: 'order',
    where: {
      text: 'order_pk = :partition AND order_sk BETWEEN :from AND :to',
      values: { ':partition': partition, ':from': from, ':to': to },
    },
    newestFirst: false,
    after: after && { order_pk: partition, order_sk: after, ...resourceKey(after) },
    ...(look !== undefined && { limit: look }),
  });
  const listed = items.filter(({ find }) => v.parse(Find, find).whe === endpointId).map(listedAs);
  const lastSeen = items.at(-1);
  return { listed, next: last && lastSeen && listedAs(lastSeen) };
}

const listedAs = ({ pk }: Pick<Item, 'pk'>): ListedDelivery => ({
  id: v.parse(id('evt'), pk),
  createdAt: momentOf(pk),
});

/** The first 48 bits of an id. */
const momentOf = (text: string): Instant =>
  Buffer.from(TypeID.fromString(text).toUUIDBytes()).readUIntBE(0, 6) as Instant;

/** An id begins with its event's milliseconds, so a span of time is a span of ids. */
const span = ({ createdAfter, createdBefore }: DeliveryFilter) => ({
  ...(createdAfter !== undefined && { from: idAt(createdAfter + 1, 0x00) }),
  ...(createdBefore !== undefined && { to: idAt(createdBefore - 1, 0xff) }),
});

/** The lowest or the highest id of a millisecond. */
function idAt(milliseconds: number, filling: 0x00 | 0xff): string {
  const bytes = Buffer.alloc(16, filling);
  bytes.writeUIntBE(Math.max(0, milliseconds), 0, 6);
  return TypeID.fromUUIDBytes('evt', bytes).toString();
}
