import * as v from 'valibot';
import type { DeliveryId, WorkspaceId } from '#shared/foundation/core/ids';
import type { PageRequest } from '#shared/foundation/core/page';
import type { Loaded } from '#shared/foundation/core/store';
import type { Key, Table } from '#shared/foundation/core/table';
import type { Instant } from '#shared/foundation/core/time';
import { entity } from '#shared/foundation/dynamodb/entity';
import { ATTEMPTS, resourceKey } from '#shared/foundation/dynamodb/keys';
import { id } from '#shared/foundation/dynamodb/row-parts';
import { partition, stateOf } from '#shared/foundation/dynamodb/rows';
import { attemptRecords, saveUnlessChanged } from '#shared/webhooks/delivery/attempt-records';
import {
  type DeliveryFilter,
  deliveryKeys,
  deliveryPage,
  oldestWaitingPage,
  waitingPage,
} from '#shared/webhooks/delivery/delivery-lists';
import {
  AttemptRow,
  DeliveryRow,
  deliveryAttributes,
  putDelivery,
  putNewDelivery,
  updateLease,
} from '#shared/webhooks/delivery/row';
import type { Attempt } from '#shared/webhooks/delivery/rules/attempt';
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
    due: 'next attempt after the first + 2 min',
    rows: {
      '`evt_`, `ATTEMPT#nn`': 'Further attempts, and a first one with a long response',
      '`out_`, `EVENT#`type': 'Outbox row: the event',
      '`out_`, `BODY#`pin': 'Text of an event at an older pin',
    },
  },
});

/**
 * The writes of a delivery. Each is guarded by the revision that was read and returns undefined if another worker saved
 * since; a write whose response was lost counts as saved. All throw `Throttled`.
 */
export const deliveryStore = (table: Table) => ({
  find: (delivery: DeliveryId) => deliveries.find(table, delivery),

  /** The first write wins: a second with this id changes nothing. Whether it is this one. */
  async create(delivery: Delivery, now: Instant): Promise<boolean> {
    if (await table.write(putNewDelivery(delivery, now))) return true;
    return (await table.get(resourceKey(delivery.id)))?.['made_at'] === now;
  },

  /** Saves a lease; the due time does not change. */
  saveLease: (before: Loaded<Delivery>, leased: Delivery) =>
    saveUnlessChanged(table, before, leased, () => table.write(updateLease(before, leased))),

  /** Saves a state without an attempt. */
  save: (before: Loaded<Delivery>, after: Delivery, now: Instant) =>
    saveUnlessChanged(table, before, after, () => table.write(putDelivery(after, before.revision, now))),

  /**
   * Saves an attempt, the state after it and what follows from that, together or not at all: the attempt counts with the
   * state that includes its number.
   */
  recordAttempt: attemptRecords(table),

  /** Newest first. */
  page: (filter: DeliveryFilter, request: PageRequest) => deliveryPage(table, filter, request),

  /** Those that are retried or wait for a slot of their endpoint, newest first. */
  waiting: (filter: Pick<DeliveryFilter, 'workspaceId' | 'endpointId'>, request: PageRequest) =>
    waitingPage(table, filter, request),

  /** Those of a workspace, oldest first. */
  oldestWaiting: (workspaceId: WorkspaceId, request: PageRequest) => oldestWaitingPage(table, workspaceId, request),

  /** Oldest first, from the index alone; as many as one query returns, or `most`. */
  keys: (span: DeliverySpan, after: DeliveryId | undefined, most?: number) => deliveryKeys(table, span, after, most),

  /** In order, the first included. */
  async attempts({ id, firstAttempt, attemptsCount }: Delivery): Promise<readonly Attempt[]> {
    const rows = (await partition(table, id, ATTEMPTS)).map((item) => stateOf(AttemptRow, item));
    // A worker that was killed before it saved the delivery leaves a row that is not on record.
    const onRecord = rows.filter(({ number }) => number <= attemptsCount);
    // A first attempt with a row of its own is in the delivery without its response.
    const inDelivery = firstAttempt && !onRecord.some(({ number }) => number === firstAttempt.number);
    return [...(inDelivery ? [firstAttempt] : []), ...onRecord].sort((one, other) => one.number - other.number);
  },
});

export type DeliveryStore = ReturnType<typeof deliveryStore>;

const Delivered = v.object({ outboxId: id('out') });

/** The event and its texts. Another delivery of the same event may have deleted them before. */
async function eventRows(table: Table, _workspace: WorkspaceId, state: unknown): Promise<readonly (readonly Key[])[]> {
  const delivered = v.safeParse(Delivered, state);
  return delivered.success ? [await partition(table, delivered.output.outboxId)] : [];
}
