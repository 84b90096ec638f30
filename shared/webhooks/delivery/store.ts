import * as v from 'valibot';
import type { DeliveryId, WorkspaceId } from '#shared/core/ids';
import { type Loaded, LostRace, Throttled } from '#shared/core/store';
import type { Key, Table, Write } from '#shared/core/table';
import { entity } from '#shared/dynamodb/entity';
import { ATTEMPTS, resourceKey } from '#shared/dynamodb/keys';
import { partition } from '#shared/dynamodb/partition';
import { id } from '#shared/dynamodb/row-parts';
import { stateOf } from '#shared/dynamodb/rows';
import { deliveryKeys, deliveryPage } from '#shared/webhooks/delivery/delivery-lists';
import { deliveryAttributes, putAttempt, putDelivery, updateLease } from '#shared/webhooks/delivery/delivery-writes';
import type { DeliveryStore } from '#shared/webhooks/delivery/ports/deliveries';
import { AttemptRow, DeliveryRow } from '#shared/webhooks/delivery/row';
import type { Attempt } from '#shared/webhooks/delivery/rules/attempt';
import type { Delivery } from '#shared/webhooks/delivery/rules/delivery';

/** Written by `putDelivery` and `updateLease` alone, since `due_at` depends on the time of the write. */
export const deliveries = entity<Delivery>({
  noun: 'webhook event',
  type: 'delivery',
  prefix: 'evt',
  list: 'EVT',
  schema: DeliveryRow,
  attributes: deliveryAttributes,
  dependents: eventRows,
  notes: {
    order: '`W#EVT#retrying`, `failed`, `skipped`; id',
    due: 'next attempt + 2 min',
    rows: {
      '`evt_`, `ATTEMPT#nn`': 'Further attempts',
      '`out_`, `EVENT#`type': 'Outbox row: the event',
      '`out_`, `BODY#`pin': 'Text of an event at a pin',
    },
  },
});

export const deliveryStore = (table: Table): DeliveryStore => ({
  find: (delivery) => deliveries.find(table, delivery),

  async create(delivery, now) {
    await table.write(putDelivery(delivery, 0, now));
  },

  hold: (before, held) => guarded(table, before, held, () => table.write(updateLease(before, held))),

  save: (before, after, now) =>
    guarded(table, before, after, () => table.write(putDelivery(after, before.revision, now))),

  recordAttempt(before, { delivery, attempt }, now) {
    const put = putDelivery(delivery, before.revision, now);
    // The first attempt is in the delivery itself: what works at once needs no transaction.
    const write = () =>
      attempt.number === 1 ? table.write(put) : together(table, [put, putAttempt(delivery, attempt)]);
    return guarded(table, before, delivery, write);
  },

  page: (filter, request) => deliveryPage(table, filter, request),

  keys: (span, after, look) => deliveryKeys(table, span, after, look),

  async attempts({ id, firstAttempt }) {
    const further = await attemptsAfterTheFirst(table, id);
    return [...(firstAttempt ? [firstAttempt] : []), ...further].sort((one, other) => one.number - other.number);
  },
});

/** Refusals by a transaction of somebody else's that was under way, and changed nothing, before we call it busy. */
const ROUNDS = 4;

/**
 * A refused write may have been our own, carried out and sent again because its answer got lost, or have met a
 * transaction that came to nothing: the row tells.
 */
async function guarded(
  table: Table,
  before: Loaded<Delivery>,
  after: Delivery,
  write: () => Promise<boolean>,
): Promise<Loaded<Delivery> | undefined> {
  const saved = { revision: before.revision + 1, state: after };
  for (let round = 0; round < ROUNDS; round += 1) {
    if (await write()) return saved;
    const row = await table.get(resourceKey(after.id));
    if (row?.revision === saved.revision && row.state === JSON.stringify(after)) return saved;
    if (row?.revision !== before.revision) return undefined;
  }
  throw new Throttled('The delivery is in use.');
}

async function together(table: Table, writes: readonly Write[]): Promise<boolean> {
  try {
    await table.transact(writes);
    return true;
  } catch (error) {
    if (error instanceof LostRace) return false;
    throw error;
  }
}

async function attemptsAfterTheFirst(table: Table, delivery: DeliveryId): Promise<readonly Attempt[]> {
  const attempts: Attempt[] = [];
  let after: Readonly<Record<string, unknown>> | undefined;
  do {
    const { items, last } = await table.query({
      where: {
        text: 'pk = :delivery AND begins_with(sk, :attempts)',
        values: { ':delivery': delivery, ':attempts': ATTEMPTS },
      },
      after,
    });
    attempts.push(...items.map((item) => stateOf(AttemptRow, item)));
    after = last;
  } while (after);
  return attempts;
}

const Delivered = v.object({ outboxId: id('out') });

/** The event and its texts. Another delivery of the same event may have deleted them before. */
async function eventRows(table: Table, _workspace: WorkspaceId, state: unknown): Promise<readonly (readonly Key[])[]> {
  const delivered = v.safeParse(Delivered, state);
  return delivered.success ? [await partition(table, delivered.output.outboxId)] : [];
}
