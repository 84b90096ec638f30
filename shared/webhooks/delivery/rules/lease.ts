import { type Instant, isDue, later, SECOND_MS } from '#shared/foundation/core/time';
import { type Delivery, isWaiting, type WaitingDelivery } from './delivery.ts';

/** With so many attempts, a delivery is not sent again: every read of it shows all of them. */
export const MOST_ATTEMPTS_TO_REDELIVER = 100;
/** As long as an invocation of the delivery function may last, so that a lease never ends while its holder works. */
export const LEASE_MS = 20 * SECOND_MS;

interface ScheduledMessage {
  /** The step in the schedule that the message was sent for, 1 to 21. */
  readonly attempt: number;
  readonly now: Instant;
  /** How often the queue has delivered this message, this time included. */
  readonly receiveCount: number;
  /** A unique token of this lease. */
  readonly token: string;
}

export type LeaseDecision =
  | { readonly outcome: 'acquired'; readonly delivery: WaitingDelivery }
  /** The delivery has ended: nothing to send. */
  | { readonly outcome: 'done' }
  /** Another worker has the lease; its message, still in the queue, is the retry. */
  | { readonly outcome: 'leased' }
  /** Not due yet: the message is queued again until it is due. */
  | { readonly outcome: 'early' }
  /** A duplicate of a message that was processed. */
  | { readonly outcome: 'stale' }
  /** A worker died between its record and the message for the next attempt: send that message, once. */
  | { readonly outcome: 'requeueNext' };

/** Whether a scheduled message may send now. The store saves an acquired lease by one conditional write. */
export function acquireLease(
  delivery: Delivery,
  { attempt, now, receiveCount, token }: ScheduledMessage,
): LeaseDecision {
  if (!isWaiting(delivery)) return { outcome: 'done' };
  if (isLeased(delivery, now)) return { outcome: 'leased' };
  if (delivery.next !== attempt) return staleMessage(delivery, attempt, receiveCount);
  if (!isDue(delivery.dueAt, now)) return { outcome: 'early' };
  return { outcome: 'acquired', delivery: withLease(delivery, now, token) };
}

/** Only a redelivered message of the preceding attempt sends the next one: any stale message would send five times as many. */
function staleMessage(delivery: WaitingDelivery, attempt: number, receiveCount: number): LeaseDecision {
  if (receiveCount <= 1 || delivery.next !== attempt + 1) return { outcome: 'stale' };
  return { outcome: 'requeueNext' };
}

export type RedeliveryLeaseDecision =
  | { readonly outcome: 'acquired'; readonly delivery: Delivery }
  /** This redelivery was made already, or the delivery has too many attempts. */
  | { readonly outcome: 'done' }
  | { readonly outcome: 'leased' };

interface RedeliveryMessage {
  readonly now: Instant;
  /** Identifies the redelivery request, whose message may come twice. */
  readonly asking: string;
  /** A unique token of this lease: two messages of one request may come in one millisecond. */
  readonly token: string;
}

/** Whether a requested redelivery may send now: in any status and at any time, but once, and not beside another request. */
export function acquireLeaseForRedelivery(
  delivery: Delivery,
  { now, asking, token }: RedeliveryMessage,
): RedeliveryLeaseDecision {
  if (isLeased(delivery, now)) return { outcome: 'leased' };
  if (delivery.redelivered === asking || !hasRoomToRedeliver(delivery)) return { outcome: 'done' };
  const { lease, ...leased } = withLease(delivery, now, token);
  return { outcome: 'acquired', delivery: { ...leased, ...(lease && { lease: { ...lease, asking } }) } };
}

/** Whether one more attempt may be requested. */
export const hasRoomToRedeliver = ({ attemptsCount }: Delivery): boolean => attemptsCount < MOST_ATTEMPTS_TO_REDELIVER;

/** Whether a worker has the exclusive right to send it. */
export const isLeased = ({ lease }: Delivery, now: Instant): boolean => lease !== undefined && lease.until > now;

const withLease = <Held extends Delivery>(delivery: Held, now: Instant, token: string): Held => ({
  ...delivery,
  lease: { token, until: later(now, LEASE_MS) },
});
