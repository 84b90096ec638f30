import type { Loaded } from '#shared/core/store';
import type { Write } from '#shared/core/table';
import { type Instant, later, SECOND_MS } from '#shared/core/time';
import { sweptAt } from '#shared/core/wake-up';
import { unlessSavedSince, unlessThere } from '#shared/dynamodb/conditions';
import type { Attributes } from '#shared/dynamodb/entity';
import { attemptKey, duePartition, listOf, orderOf, resourceKey } from '#shared/dynamodb/keys';
import { EVENTS_KEPT_MS } from '#shared/events/outbox';
import type { Attempt } from '#shared/webhooks/delivery/rules/attempt';
import { type Delivery, isWaiting } from '#shared/webhooks/delivery/rules/delivery';

/** The whole row. `due_at` depends on the time of the write, so `deliveries.put` is not enough. */
export const putDelivery = (delivery: Delivery, revisionRead: number, now: Instant): Write => ({
  put: {
    ...resourceKey(delivery.id),
    type: 'delivery',
    revision: revisionRead + 1,
    state: JSON.stringify(delivery),
    list_pk: listOf.events(delivery.workspaceId),
    list_sk: delivery.id,
    ...deliveryAttributes(delivery),
    ...(isWaiting(delivery) && { due_pk: duePartition(delivery.id), due_at: sweptAt(delivery.dueAt, now) }),
  },
  when: unlessSavedSince(revisionRead),
});

/** `find` holds what never changes, so that a change of status writes no `list` entry; `order` has the statuses that people look for. */
export const deliveryAttributes = (delivery: Delivery): Attributes => ({
  find: { whe: delivery.endpointId, ty: delivery.type },
  ...orderEntry(delivery),
  ttl: expiryOf(delivery),
});

function orderEntry({ id, workspaceId, status }: Delivery) {
  if (status === 'pending' || status === 'delivered') return {};
  return { order_pk: orderOf.events(workspaceId, status), order_sk: id };
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

export const putAttempt = (delivery: Delivery, attempt: Attempt): Write => ({
  put: {
    ...attemptKey(delivery.id, attempt.number),
    type: 'attempt',
    state: JSON.stringify(attempt),
    ttl: expiryOf(delivery),
  },
  when: unlessThere,
});

const expiryOf = ({ createdAt }: Delivery): number => Math.ceil(later(createdAt, EVENTS_KEPT_MS) / SECOND_MS);
