import * as v from 'valibot';
import type { Loaded } from '#shared/foundation/core/store';
import type { Item, Write } from '#shared/foundation/core/table';
import { type Instant, later, sweptAt, ttlAt } from '#shared/foundation/core/time';
import type { Attributes } from '#shared/foundation/dynamodb/entity';
import { attemptKey, duePartition, listOf, orderOf, resourceKey } from '#shared/foundation/dynamodb/keys';
import { id, instant, label } from '#shared/foundation/dynamodb/row-parts';
import { unlessSavedSince } from '#shared/foundation/dynamodb/rows';
import { EVENTS_KEPT_MS } from '#shared/foundation/events/outbox';
import type { Attempt } from '#shared/webhooks/delivery/rules/attempt';
import {
  awaitsFirstAttempt,
  type Delivery,
  isWaiting,
  type WaitingDelivery,
} from '#shared/webhooks/delivery/rules/delivery';

export const AttemptRow: v.GenericSchema<unknown, Attempt> = v.object({
  number: v.number(),
  trigger: label(['automatic', 'manual']),
  attemptedAt: instant,
  durationMs: v.number(),
  responseStatus: v.nullable(v.number()),
  responseHeaders: v.record(v.string(), v.string()),
  responseBody: v.nullable(v.string()),
  error: v.nullable(
    label([
      'timeout_connect',
      'timeout_response',
      'dns_error',
      'connection_refused',
      'connection_reset',
      'tls_error',
      'protocol_error',
      'blocked_address',
      'redirect',
      'render_error',
    ]),
  ),
});

const common = {
  id: id('evt'),
  workspaceId: id('wks'),
  endpointId: v.nullable(id('whe')),
  orderId: v.exactOptional(id('ord')),
  outboxId: id('out'),
  type: v.string(),
  resourceId: v.exactOptional(v.string()),
  url: v.string(),
  apiVersion: v.string(),
  createdAt: instant,
  countsAs: v.exactOptional(v.number()),
  attemptsCount: v.number(),
  firstAttempt: v.exactOptional(AttemptRow),
  redelivered: v.exactOptional(v.string()),
  slot: v.exactOptional(
    v.object({
      of: v.string(),
      at: instant,
      tries: v.exactOptional(v.number()),
      paused: v.exactOptional(v.literal(true)),
    }),
  ),
  lease: v.exactOptional(v.object({ token: v.string(), until: instant, asking: v.exactOptional(v.string()) })),
};

export const DeliveryRow: v.GenericSchema<unknown, Delivery> = v.variant('status', [
  v.object({ ...common, status: v.literal('pending'), next: v.literal(1), dueAt: instant }),
  v.object({ ...common, status: v.literal('retrying'), next: v.number(), dueAt: instant }),
  v.object({ ...common, status: v.literal('delivered'), deliveredAt: instant }),
  v.object({ ...common, status: v.literal('failed') }),
  v.object({ ...common, status: v.literal('skipped') }),
]);

/** The whole row. `due_at` depends on the time of the write, so `deliveries.put` is not enough. */
export const putDelivery = (
  delivery: Delivery,
  revisionRead: number,
  now: Instant,
): Extract<Write, { readonly put: Item }> => ({
  put: {
    ...resourceKey(delivery.id),
    type: 'delivery',
    revision: revisionRead + 1,
    state: JSON.stringify(delivery),
    list_pk: listOf.events(delivery.workspaceId),
    list_sk: delivery.id,
    ...deliveryAttributes(delivery),
    ...(hasDueTime(delivery) && { due_pk: duePartition(delivery.id), due_at: sweptAtOf(delivery, now) }),
  },
  when: unlessSavedSince(revisionRead),
});

/** With the moment at which it is created: a fan-out whose response was lost finds that the row is its own. */
export const putNewDelivery = (delivery: Delivery, now: Instant): Write => {
  const { put, ...guard } = putDelivery(delivery, 0, now);
  return { put: { ...put, made_at: now }, ...guard };
};

/** What waited for a paused workspace has no message in a queue. */
const sweptAtOf = ({ dueAt, slot }: WaitingDelivery, now: Instant): Instant =>
  slot?.paused ? dueAt : sweptAt(dueAt, now);

const hasDueTime = (delivery: Delivery): delivery is WaitingDelivery =>
  isWaiting(delivery) && !awaitsFirstAttempt(delivery);

/** `find` holds what never changes, so that a change of status writes no `list` entry; `order` has the statuses that people look for. */
export const deliveryAttributes = (delivery: Delivery): Attributes => ({
  find: {
    ...(delivery.endpointId && { whe: delivery.endpointId }),
    ...(delivery.resourceId !== undefined && { of: delivery.resourceId }),
    ty: delivery.type,
  },
  ...orderEntry(delivery),
  ttl: expiryOf(delivery),
});

/** A pending delivery that waits for a slot of its endpoint may wait for long, and is found among the retrying ones (`waitingPage`). */
function orderEntry({ id, workspaceId, status, slot }: Delivery) {
  const listed = status === 'pending' && slot ? 'retrying' : status;
  if (listed === 'pending' || listed === 'delivered') return {};
  return { order_pk: orderOf.events(workspaceId, listed), order_sk: id };
}

/** Touches neither the indexes nor what the sweeper counts: a holder who dies must not look like progress. */
export const updateLease = ({ revision, state }: Loaded<Delivery>, held: Delivery): Write => ({
  update: resourceKey(state.id),
  set: {
    text: 'SET #state = :state, revision = :revision',
    names: { '#state': 'state' },
    values: { ':state': JSON.stringify(held), ':revision': revision + 1 },
  },
  when: unlessSavedSince(revision),
});

/**
 * The row of a further attempt, written before the delivery that includes its number. A killed worker may have left one
 * that never came on record: a later lease writes over it, an earlier one does not.
 */
export const putAttempt = (delivery: Delivery, attempt: Attempt, revisionRead: number): Write => ({
  put: {
    ...attemptKey(delivery.id, attempt.number),
    type: 'attempt',
    revision: revisionRead,
    state: JSON.stringify(attempt),
    ttl: expiryOf(delivery),
  },
  when: { text: 'attribute_not_exists(pk) OR revision <= :revisionRead', values: { ':revisionRead': revisionRead } },
});

const expiryOf = ({ createdAt }: Delivery): number => ttlAt(later(createdAt, EVENTS_KEPT_MS));
