import * as v from 'valibot';
import type { Item, Table } from '#shared/core/table';
import { dueShard } from '#shared/dynamodb/keys';
import { instant } from '#shared/dynamodb/row-parts';
import { stateOf } from '#shared/dynamodb/rows';
import type { DueEntry, DueRow, DueRows } from '#shared/events/ports/due-rows';
import { DeliveryRow } from '#shared/webhooks/delivery/row';
import { type Delivery, isWaiting } from '#shared/webhooks/delivery/rules/delivery';

/** Entries a page: fifty calls of ten messages each, a second or two of work. */
const PAGE = 500;

const Entry = v.object({ pk: v.string(), sk: v.string(), type: v.string(), due_at: instant });

export const dueRows = (table: Table): DueRows => ({
  async page(shard, until, after) {
    const { items, last } = await table.query({
      index: 'due',
      where: {
        text: 'due_pk = :shard AND due_at <= :until',
        values: { ':shard': dueShard(shard), ':until': until },
      },
      limit: PAGE,
      ...(after !== undefined && { after: v.parse(Position, JSON.parse(after)) }),
    });
    return { entries: items.map(entryOf), next: last && JSON.stringify(last) };
  },

  async read(entry) {
    const item = await table.get({ pk: entry.pk, sk: entry.sk });
    if (item?.due_at !== entry.dueAt) return undefined;
    return { entry, ...v.parse(Moved, { since: entry.dueAt, ...item }), delivery: dueDeliveryIn(item) };
  },

  async moveOn({ entry, moves, since }, to) {
    await table.write({
      update: { pk: entry.pk, sk: entry.sk },
      set: {
        text: 'SET due_at = :to, moves = :moves, since = :since',
        values: { ':to': to, ':moves': moves + 1, ':since': since },
      },
      when: { text: 'due_at = :seen', values: { ':seen': entry.dueAt } },
    });
  },
});

const Position = v.record(v.string(), v.union([v.string(), v.number()]));
const Moved = v.object({ moves: v.optional(v.number(), 0), since: instant });

function entryOf(item: Item): DueEntry {
  const { pk, sk, type, due_at: dueAt } = v.parse(Entry, item);
  return { pk, sk, type, dueAt };
}

function dueDeliveryIn(item: Item): DueRow['delivery'] {
  if (item.type !== 'delivery') return undefined;
  const delivery = deliveryIn(item);
  if (!delivery) return 'unreadable';
  if (!isWaiting(delivery)) return undefined;
  return { id: delivery.id, endpointId: delivery.endpointId, attempt: delivery.next };
}

function deliveryIn(item: Item): Delivery | undefined {
  try {
    return stateOf(DeliveryRow, item);
  } catch {
    return undefined;
  }
}
