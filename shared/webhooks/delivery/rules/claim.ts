import { type Instant, later, SECOND_MS } from '#shared/core/time';
import { type Delivery, isWaiting, type WaitingDelivery } from './delivery.ts';

/** Longer than the longest send, 10 s and a second of body, with its writes. */
const LEASE_MS = 30 * SECOND_MS;
/** A queue's delay is in whole seconds and its clock is not ours. */
const EARLY_TOLERANCE_MS = 2 * SECOND_MS;

interface WakeUp {
  /** The place in the schedule that the message was sent for, 1 to 21. */
  readonly attempt: number;
  readonly now: Instant;
  /** How often the queue has handed this very message out, this time included. */
  readonly receiveCount: number;
  /** Names this claim, and no other. */
  readonly token: string;
}

export type Claim =
  | { readonly outcome: 'claimed'; readonly delivery: WaitingDelivery }
  /** Settled: nothing to send. */
  | { readonly outcome: 'done' }
  /** Another holds it, and its own message, still in the queue, is the retry. */
  | { readonly outcome: 'leased' }
  /** The message goes back with this delay. */
  | { readonly outcome: 'early'; readonly delayMs: number }
  /** A duplicate of a message whose work is done. */
  | { readonly outcome: 'stale' }
  /** The holder died between its write and the next wake-up: send that wake-up, once. */
  | { readonly outcome: 'staleHeal'; readonly attempt: number; readonly delayMs: number };

/** What a wake-up may do. Storage makes the claimed case one conditional write. */
export function claim(delivery: Delivery, { attempt, now, receiveCount, token }: WakeUp): Claim {
  if (!isWaiting(delivery)) return { outcome: 'done' };
  if (isLeased(delivery, now)) return { outcome: 'leased' };
  if (delivery.next !== attempt) return staleWakeUp(delivery, attempt, now, receiveCount);
  if (delivery.dueAt > now + EARLY_TOLERANCE_MS) return { outcome: 'early', delayMs: delivery.dueAt - now };
  return { outcome: 'claimed', delivery: withLease(delivery, now, token) };
}

/** Only a re-delivered message for the attempt just before may heal: any stale one would multiply wake-ups fivefold. */
function staleWakeUp(delivery: WaitingDelivery, attempt: number, now: Instant, receiveCount: number): Claim {
  if (receiveCount <= 1 || delivery.next !== attempt + 1) return { outcome: 'stale' };
  return { outcome: 'staleHeal', attempt: delivery.next, delayMs: Math.max(0, delivery.dueAt - now) };
}

export type ManualClaim =
  | { readonly outcome: 'claimed'; readonly delivery: Delivery }
  /** This very asking was carried out already. */
  | { readonly outcome: 'done' }
  | { readonly outcome: 'leased' };

interface AskedFor {
  readonly now: Instant;
  /** Names the asking, whose message may come twice. */
  readonly asking: string;
  /** Names this claim, and no other: two messages of one asking may meet in one millisecond. */
  readonly token: string;
}

/** A redelivery someone asked for: in any status and at any time, though once, and never beside another send. */
export function claimManually(delivery: Delivery, { now, asking, token }: AskedFor): ManualClaim {
  if (isLeased(delivery, now)) return { outcome: 'leased' };
  if (delivery.redelivered === asking) return { outcome: 'done' };
  const { lease, ...claimed } = withLease(delivery, now, token);
  return { outcome: 'claimed', delivery: { ...claimed, ...(lease && { lease: { ...lease, asking } }) } };
}

/** Whether the holder of this token may still write what came of its attempt. */
export const isHeldBy = ({ lease }: Delivery, token: string): boolean => lease?.token === token;

const isLeased = ({ lease }: Delivery, now: Instant): boolean => lease !== undefined && lease.until > now;

const withLease = <Held extends Delivery>(delivery: Held, now: Instant, token: string): Held => ({
  ...delivery,
  lease: { token, until: later(now, LEASE_MS) },
});
