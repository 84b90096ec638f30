import { TypeID } from 'typeid-js';
import * as v from 'valibot';
import type { Delivery } from '#shared/domain/webhooks/delivery';
import type { DeliveryFilter } from '#shared/ports/deliveries';
import type { Page, PageRequest } from '#shared/ports/page';
import { DeliveryRow } from '#shared/storage/delivery-row';
import type { Item } from '#shared/storage/item';
import { listOf, orderOf } from '#shared/storage/keys';
import { type ListQuestion, pageOfKeys } from '#shared/storage/paging';
import { rowsOf } from '#shared/storage/rows-of';
import type { Table } from '#shared/storage/table';

/** Keys from the index of the workspace's events, or of one status; the row has the last word on the status. */
export async function deliveryPage(
  table: Table,
  filter: DeliveryFilter,
  request: PageRequest,
): Promise<Page<Delivery>> {
  const keys = await pageOfKeys(table, questionFor(filter), request);
  return rowsOf(table, keys, DeliveryRow, ({ status }) => filter.status === undefined || status === filter.status);
}

function questionFor(filter: DeliveryFilter): ListQuestion {
  const { endpointId, type } = filter;
  const narrowed = endpointId !== undefined || type !== undefined;
  return { ...partitionFor(filter), ...span(filter), ...(narrowed && { keep: (item: Item) => matches(item, filter) }) };
}

function partitionFor({ workspaceId, status }: DeliveryFilter): Pick<ListQuestion, 'index' | 'partition'> {
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

const Find = v.object({ whe: v.string(), ty: v.string() });

function matches(item: Item, { endpointId, type }: DeliveryFilter): boolean {
  const find = v.parse(Find, item.find);
  return (endpointId === undefined || find.whe === endpointId) && (type === undefined || find.ty === type);
}

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
