import type { DeliveryId, OrderId, OutboxId, WebhookEndpointId, WorkspaceId } from '#shared/foundation/core/ids';
import type { Instant } from '#shared/foundation/core/time';
import type { DELIVERY_EVENTS } from '#shared/foundation/events/rules/operational-event';
import type { Attempt } from './attempt.ts';

/**
 * The moment at which an attempt at an endpoint is due, where the endpoint has a rate
 * (docs/decisions/endpoint-rates.md).
 */
export interface RateSlot {
  /** The number of the scheduled attempt, or the request of the redelivery, that it was given to. */
  readonly of: string;
  readonly at: Instant;
  /** How often its second was full; absent for none. */
  readonly tries?: number;
  /** The workspace is paused: it is looked at then. */
  readonly paused?: true;
}

/** One event for one endpoint or for the `webhook_url` of an order, and the state of sending it. */
export type Delivery = PendingDelivery | RetryingDelivery | DeliveredDelivery | FailedDelivery | SkippedDelivery;
export type WaitingDelivery = PendingDelivery | RetryingDelivery;

declare module '#shared/foundation/events/rules/domain-event' {
  interface EventTypes extends Record<(typeof DELIVERY_EVENTS)[number], { readonly delivery: Delivery }> {}
  interface JobTypes {
    /** A requested redelivery; the id of the row identifies the request. */
    'job.redelivery': { readonly deliveryId: DeliveryId };
  }
}

export interface DeliveryIdentity {
  readonly id: DeliveryId;
  readonly workspaceId: WorkspaceId;
  /** Null where it goes to the `webhook_url` of an order. */
  readonly endpointId: WebhookEndpointId | null;
  /** The order whose `webhook_url` it goes to. */
  readonly orderId?: OrderId;
  readonly outboxId: OutboxId;
  readonly type: string;
  /** Of the resource that the event is about; undefined in deliveries from before it was kept. */
  readonly resourceId?: string;
  readonly url: string;
  readonly apiVersion: string;
  readonly createdAt: Instant;
  /** How many webhooks it counts as, by the size of its payload; absent for one. */
  readonly countsAs?: number;
}

interface History {
  /** Automatic and manual attempts together. */
  readonly attemptsCount: number;
  /** Attempt 1, without a long response; that and later attempts have rows of their own. */
  readonly firstAttempt?: Attempt;
  /** The newest redelivery request that was carried out; its message may come again. */
  readonly redelivered?: string;
  readonly lease?: Lease;
  /** While an attempt waits for a slot of an endpoint with a rate, or for a paused workspace. */
  readonly slot?: RateSlot;
}

/** The exclusive right to send. After `until` the worker that had it counts as dead. */
export interface Lease {
  readonly token: string;
  readonly until: Instant;
  /** The redelivery request that it is for, if any. */
  readonly asking?: string;
}

/** No automatic attempt has ended yet. */
export type PendingDelivery = DeliveryIdentity &
  History & { readonly status: 'pending'; readonly next: 1; readonly dueAt: Instant };

/** `next` is the number of the next automatic attempt, 2 to 21; manual attempts do not move it. */
export type RetryingDelivery = DeliveryIdentity &
  History & { readonly status: 'retrying'; readonly next: number; readonly dueAt: Instant };

export type DeliveredDelivery = DeliveryIdentity &
  History & { readonly status: 'delivered'; readonly deliveredAt: Instant };

export type FailedDelivery = DeliveryIdentity & History & { readonly status: 'failed' };

/** The endpoint was disabled or deleted, or the order is gone, at the event or since. */
export type SkippedDelivery = DeliveryIdentity & History & { readonly status: 'skipped' };

export const newDelivery = (identity: DeliveryIdentity): PendingDelivery => ({
  ...identityOf(identity),
  attemptsCount: 0,
  status: 'pending',
  next: 1,
  dueAt: identity.createdAt,
});

/** For an endpoint that was deleted or disabled when the event was fanned out. */
export const newSkippedDelivery = (identity: DeliveryIdentity): SkippedDelivery => ({
  ...identityOf(identity),
  attemptsCount: 0,
  status: 'skipped',
});

/** Ends a waiting delivery of a deleted or disabled endpoint. A delivery that has ended stays as it is. */
export const skip = (delivery: Delivery): Delivery =>
  isWaiting(delivery) ? { ...identityOf(delivery), ...historyOf(delivery), status: 'skipped' } : delivery;

/**
 * Attempts are queued and limited by the endpoint that they go to. An order has too few of them to tell how quick its
 * receiver is, so those at the `webhook_url`s of a workspace count together.
 */
export type AttemptGroup = WebhookEndpointId | WorkspaceId;

export const attemptGroup = ({
  endpointId,
  workspaceId,
}: Pick<DeliveryIdentity, 'endpointId' | 'workspaceId'>): AttemptGroup => endpointId ?? workspaceId;

export const isWaiting = (delivery: Delivery): delivery is WaitingDelivery =>
  delivery.status === 'pending' || delivery.status === 'retrying';

/**
 * Whether nothing was tried and nothing is planned but the first attempt. Its event is due until then, so the delivery
 * has no due time of its own.
 */
export const awaitsFirstAttempt = ({ status, attemptsCount, slot }: Delivery): boolean =>
  status === 'pending' && attemptsCount === 0 && slot === undefined;

export const identityOf = (delivery: DeliveryIdentity): DeliveryIdentity => ({
  id: delivery.id,
  workspaceId: delivery.workspaceId,
  endpointId: delivery.endpointId,
  ...(delivery.orderId && { orderId: delivery.orderId }),
  outboxId: delivery.outboxId,
  type: delivery.type,
  url: delivery.url,
  ...(delivery.resourceId !== undefined && { resourceId: delivery.resourceId }),
  apiVersion: delivery.apiVersion,
  createdAt: delivery.createdAt,
  ...(delivery.countsAs !== undefined && { countsAs: delivery.countsAs }),
});

/** How many webhooks these count as, at one each where their size is not known. */
export const webhooksIn = (deliveries: readonly Pick<DeliveryIdentity, 'countsAs'>[]): number =>
  deliveries.reduce((sum, { countsAs = 1 }) => sum + countsAs, 0);

/** The attempts so far, without lease and slot: every new state begins without them. */
export const historyOf = ({ attemptsCount, firstAttempt, redelivered }: History): Omit<History, 'lease' | 'slot'> => ({
  attemptsCount,
  ...(firstAttempt && { firstAttempt }),
  ...(redelivered !== undefined && { redelivered }),
});
