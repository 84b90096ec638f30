import * as v from 'valibot';
import type { DeliveryId, WorkspaceId } from '#shared/core/ids';
import type { PageRequest } from '#shared/core/page';
import { type Loaded, LostRace, Throttled } from '#shared/core/store';
import type { Key, Table, Write } from '#shared/core/table';
import type { Instant } from '#shared/core/time';
import { entity } from '#shared/dynamodb/entity';
import { ATTEMPTS, resourceKey } from '#shared/dynamodb/keys';
import { partition } from '#shared/dynamodb/partition';
import { id } from '#shared/dynamodb/row-parts';
import { stateOf } from '#shared/dynamodb/rows';
import { type DeliveryFilter, deliveryKeys, deliveryPage } from '#shared/webhooks/delivery/delivery-lists';
import { deliveryAttributes, putAttempt, putDelivery, updateLease } from '#shared/webhooks/delivery/delivery-writes';
import { AttemptRow, DeliveryRow } from '#shared/webhooks/delivery/row';
import type { Attempt } from '#shared/webhooks/delivery/rules/attempt';
import type { EndedAttempt } from '#shared/webhooks/delivery/rules/attempt-ended';
import type { DeliverySpan } from '#shared/webhooks/delivery/rules/bulk-redelivery';
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

/**
 * The writes of a delivery. Each is guarded by the revision that was read and returns undefined if another worker saved
 * since; a write whose response was lost counts as saved. All throw `Throttled`.
 */
export const deliveryStore = (table: Table) => ({
  find: (delivery: DeliveryId) => deliveries.find(table, delivery),

  /** The first write wins: a second with this id changes nothing. */
  async create(delivery: Delivery, now: Instant): Promise<void> {
    await table.write(putDelivery(delivery, 0, now));
  },

  /** Saves a lease; the due time does not change. */
  saveLease: (before: Loaded<Delivery>, leased: Delivery) =>
    guarded(table, before, leased, () => table.write(updateLease(before, leased))),

  /** Saves a state without an attempt. */
  save: (before: Loaded<Delivery>, after: Delivery, now: Instant) =>
    guarded(table, before, after, () => table.write(putDelivery(after, before.revision, now))),

  /** Saves an attempt and the state after it, together or not at all. */
  recordAttempt(before: Loaded<Delivery>, { delivery, attempt }: EndedAttempt, now: Instant) {
    const put = putDelivery(delivery, before.revision, now);
    // The first attempt is in the delivery itself, so that a delivery that succeeds at once needs no transaction.
    const write = () =>
      attempt.number === 1 ? table.write(put) : together(table, [put, putAttempt(delivery, attempt)]);
    return guarded(table, before, delivery, write);
  },

  /** Newest first. */
  page: (filter: DeliveryFilter, request: PageRequest) => deliveryPage(table, filter, request),

  /** Oldest first, from the index alone; as many as one query returns, or `most`. */
  keys: (span: DeliverySpan, after: DeliveryId | undefined, most?: number) => deliveryKeys(table, span, after, most),

  /** In order, the first included. */
  async attempts({ id, firstAttempt }: Delivery): Promise<readonly Attempt[]> {
    const further = await attemptsAfterTheFirst(table, id);
    return [...(firstAttempt ? [firstAttempt] : []), ...further].sort((one, other) => one.number - other.number);
  },
});

export type { ListedDelivery } from '#shared/webhooks/delivery/delivery-lists';
export type DeliveryStore = ReturnType<typeof deliveryStore>;

/** Attempts at a write that is refused because of a concurrent transaction, which then changed nothing. */
const ROUNDS = 4;

/**
 * A refused write may have been saved already, by a request whose response was lost, or may have conflicted with a
 * transaction that was cancelled: the row decides.
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
