import { type Instant, later, SECOND_MS } from '#shared/foundation/core/time';
import type { Delivery, RateSlot } from './delivery.ts';

/** The largest `max_per_second`: one row counts the attempts of a second, and takes a thousand writes. */
export const MAX_RATE = 1_000;

/** As many attempts as a second allows may begin at once; what is later waits for its slot. */
const IMMEDIATE_MS = SECOND_MS;

/** Microseconds between two slots of an endpoint: whole numbers, so that many of them add up exactly. */
export const slotGap = (maxPerSecond: number): number => Math.ceil((SECOND_MS * 1_000) / maxPerSecond);

/** The slot that the attempt was given before, if any. */
export const slotOf = ({ slot }: Delivery, of: string): RateSlot | undefined => (slot?.of === of ? slot : undefined);

/** Whether an attempt has to wait for its slot. One that comes late has had its wait. */
export const isAhead = ({ at }: RateSlot, now: Instant): boolean => at > later(now, IMMEDIATE_MS);

/** After so many full seconds an attempt takes a new slot. */
const MOST_TRIES = 5;

/**
 * The next try of an attempt that came when its second was full: one to three seconds later, twice as long each time, and
 * not at the next free slot. Undefined after the last try: where an owner lowers the rate while events wait, their slots
 * are too close, and each would be tried until all those before it are sent. `random` is in [0, 1).
 */
export function nextTry({ of, tries = 0 }: RateSlot, now: Instant, random: number): RateSlot | undefined {
  if (tries >= MOST_TRIES) return undefined;
  return { of, at: later(now, Math.round(SECOND_MS * (1 + 2 * random) * 2 ** tries)), tries: tries + 1 };
}

/** The delivery that waits for its slot: its lease ends, no attempt is used up, and a scheduled attempt is due at its slot. */
export function withSlot({ lease: _ended, ...delivery }: Delivery, slot: RateSlot): Delivery {
  const isScheduled = 'next' in delivery && slot.of === scheduledAttempt(delivery.next);
  return isScheduled ? { ...delivery, slot, dueAt: slot.at } : { ...delivery, slot };
}

/** The delivery of a paused workspace, until its next look: its lease ends, and no attempt is used up. */
export const pausedUntil = ({ lease: _ended, ...delivery }: Delivery, at: Instant): Delivery =>
  'next' in delivery ? withSlot(delivery, { of: scheduledAttempt(delivery.next), at, paused: true }) : delivery;

/** The delivery of a workspace that was resumed, due at `dueAt`; undefined where it does not wait for that. */
export function resumed(delivery: Delivery, now: Instant, dueAt: Instant): Delivery | undefined {
  const { slot, lease } = delivery;
  const waits = slot?.paused && slot.at > dueAt && (lease === undefined || lease.until <= now);
  return waits ? pausedUntil(delivery, dueAt) : undefined;
}

/** The name of a scheduled attempt, for its slot. */
export const scheduledAttempt = (next: number): string => String(next);
