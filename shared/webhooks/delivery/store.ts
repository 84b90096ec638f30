import * as v from 'valibot';
import type { DeliveryId, WorkspaceId } from '#shared/core/ids';
import type { PageRequest } from '#shared/core/page';
import { type Loaded, LostRace, Throttled } from '#shared/core/store';
import type { Key, Table, Write } from '#shared/core/table';
import type { Instant } from '#shared/core/time';
import { entity } from '#shared/dynamodb/entity';
import { ATTEMPTS, resourceKey } from '#shared/dynamodb/keys';
import { id } from '#shared/dynamodb/row-parts';
import { partition, stateOf } from '#shared/dynamodb/rows';
import { type DeliveryFilter, deliveryKeys, deliveryPage, waitingPage } from '#shared/webhooks/delivery/delivery-lists';
import {
  AttemptRow,
  DeliveryRow,
  deliveryAttributes,
  putAttempt,
  putDelivery,
  updateLease,
} from '#shared/webhooks/delivery/row';
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

  /**
   * Saves an attempt, the state after it and what follows from that, together or not at all. `following` is asked before
   * each round: two transactions that meet on a row cancel one of them, and the next round may choose another row.
   */
  recordAttempt(
    before: Loaded<Delivery>,
    { delivery, attempt }: EndedAttempt,
    now: Instant,
    following: (round: number) => readonly Write[] = () => [],
  ) {
    const put = putDelivery(delivery, before.revision, now);
    // The first attempt is in the delivery itself.
    const own = attempt.number === 1 ? [put] : [put, putAttempt(delivery, attempt)];
    return guarded(table, before, delivery, (round) => together(table, [...own, ...following(round)]));
  },

  /** Newest first. */
  page: (filter: DeliveryFilter, request: PageRequest) => deliveryPage(table, filter, request),

  /** Those that are retried or in the line of their endpoint, newest first. */
  waiting: (filter: Pick<DeliveryFilter, 'workspaceId' | 'endpointId'>, request: PageRequest) =>
    waitingPage(table, filter, request),

  /** Oldest first, from the index alone; as many as one query returns, or `most`. */
  keys: (span: DeliverySpan, after: DeliveryId | undefined, most?: number) => deliveryKeys(table, span, after, most),

  /** In order, the first included. */
  async attempts({ id, firstAttempt }: Delivery): Promise<readonly Attempt[]> {
    const further = (await partition(table, id, ATTEMPTS)).map((item) => stateOf(AttemptRow, item));
    return [...(firstAttempt ? [firstAttempt] : []), ...further].sort((one, other) => one.number - other.number);
  },
});

export type { ListedDelivery } from '#shared/webhooks/delivery/delivery-lists';
export type DeliveryStore = ReturnType<typeof deliveryStore>;

/** Attempts at a write that is refused because of a concurrent transaction, which then changed nothing. */
const ROUNDS = 8;

/**
 * A refused write may have been saved already, by a request whose response was lost, or may have conflicted with a
 * transaction that was cancelled: the row decides.
 */
async function guarded(
  table: Table,
  before: Loaded<Delivery>,
  after: Delivery,
  write: (round: number) => Promise<boolean>,
): Promise<Loaded<Delivery> | undefined> {
  const saved = { revision: before.revision + 1, state: after };
  for (let round = 0; round < ROUNDS; round += 1) {
    if (await write(round)) return saved;
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

const Delivered = v.object({ outboxId: id('out') });

/** The event and its texts. Another delivery of the same event may have deleted them before. */
async function eventRows(table: Table, _workspace: WorkspaceId, state: unknown): Promise<readonly (readonly Key[])[]> {
  const delivered = v.safeParse(Delivered, state);
  return delivered.success ? [await partition(table, delivered.output.outboxId)] : [];
}
