import * as v from 'valibot';
import { isWaiting } from '#shared/domain/webhooks/delivery';
import type { DueDelivery, DueEntry, DueRows } from '#shared/ports/due-rows';
import { DeliveryRow } from '#shared/storage/delivery-row';
import type { Item } from '#shared/storage/item';
import { dueShard } from '#shared/storage/keys';
import { instant } from '#shared/storage/row-parts';
import { stateOf } from '#shared/storage/rows';
import type { Table } from '#shared/storage/table';

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
    return { entry, moves: v.parse(Moves, item['moves']), delivery: dueDeliveryIn(item) };
  },

  async moveOn({ entry, moves }, to) {
    await table.write({
      update: { pk: entry.pk, sk: entry.sk },
      set: { text: 'SET due_at = :to, moves = :moves', values: { ':to': to, ':moves': moves + 1 } },
      when: { text: 'due_at = :seen', values: { ':seen': entry.dueAt } },
    });
  },
});

const Position = v.record(v.string(), v.union([v.string(), v.number()]));
const Moves = v.optional(v.number(), 0);

function entryOf(item: Item): DueEntry {
  const { pk, sk, type, due_at: dueAt } = v.parse(Entry, item);
  return { pk, sk, type, dueAt };
}

function dueDeliveryIn(item: Item): DueDelivery | undefined {
  if (item.type !== 'delivery') return undefined;
  const delivery = stateOf(DeliveryRow, item);
  if (!isWaiting(delivery)) return undefined;
  return { id: delivery.id, endpointId: delivery.endpointId, attempt: delivery.next };
}
