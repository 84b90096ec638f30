import {
  FOUNDER_LIMITS,
  firstUses,
  LIMITS,
  type Limit,
  type LimitName,
  type LimitOverrides,
  type SharedLimit,
} from '#shared/foundation/core/limits';
import { Refusal } from '#shared/foundation/core/refusal';
import { type Instant, later, SECOND_MS } from '#shared/foundation/core/time';

/** One use of something limited, by whom, in which window. */
export interface Use {
  readonly limit: LimitName;
  /** The workspace, user, member or address that the limit is kept for; never a key. */
  readonly subject: string;
  readonly windowStartsAt: Instant;
  readonly windowEndsAt: Instant;
  readonly most: number;
  /** How much is used at once, in the unit of the limit. */
  readonly amount: number;
}

export type UseOf = (limit: LimitName, subject: string, now: Instant, amount?: number) => Use;

/** Uses under the documented limits, but for those that a deployment gives. */
export const useFactory =
  (given: LimitOverrides = {}): UseOf =>
  (limit, subject, now, amount = 1) => {
    const { most, windowMs } = LIMITS[limit];
    const windowStartsAt = (now - (now % windowMs)) as Instant;
    return {
      limit,
      subject,
      windowStartsAt,
      windowEndsAt: (windowStartsAt + windowMs) as Instant,
      most: given[limit] ?? most,
      amount,
    };
  };

/** One use that counts for the founder of its workspace as well, unless it is among the first ones of that workspace. */
export interface SharedUse {
  /** As one of the first: its limit is how many these are. */
  readonly first: Use;
  /** As a further one: both. */
  readonly further: readonly [ofWorkspace: Use, ofFounder: Use];
}

/** What requests count. */
export type Counted = Use | SharedUse;

interface Founded {
  readonly workspaceId: string;
  readonly founderId: string;
}

/** What a use by a workspace counts, of its own limit and of that of its founder. */
export function sharedUses(
  useOf: UseOf,
  limit: SharedLimit,
  { workspaceId, founderId }: Founded,
  now: Instant,
  amount = 1,
): readonly Counted[] {
  const ofWorkspace = useOf(limit, workspaceId, now, amount);
  const further = [ofWorkspace, useOf(FOUNDER_LIMITS[limit].ofFounder, founderId, now, amount)] as const;
  const first = { ...ofWorkspace, most: firstUses(limit, ofWorkspace.most) };
  return amount > first.most ? further : [{ first, further }];
}

export const isShared = (counted: Counted): counted is SharedUse => 'further' in counted;

const ANY_NUMBER = 1_000_000_000;

/** The same use whatever its limit is: of what is given back, since the operator may have lowered the limit. */
export const withoutLimit = (use: Use): Use => ({ ...use, most: ANY_NUMBER });

/** 429, with how long to wait: until the window ends, at least one second. */
export function limitReached({ limit, most, windowEndsAt }: Use, now: Instant): Refusal {
  const { about, code = 'rate_limited' }: Limit = LIMITS[limit];
  const retryInSeconds = Math.max(1, Math.ceil((windowEndsAt - now) / SECOND_MS));
  const message = `The limit is ${most} ${about}: try again in ${retryInSeconds} seconds.`;
  return new Refusal('rate_limited', [{ code, message }], { retryInSeconds });
}

/** The refusal of a limit that is reached. */
export const isRateLimited = (error: unknown): error is Refusal =>
  error instanceof Refusal && error.kind === 'rate_limited';

/** When work that a limit refused has room again. Throws any other error. */
export function roomAt(error: unknown, now: Instant): Instant {
  if (!isRateLimited(error)) throw error;
  return later(now, (error.extras.retryInSeconds ?? 1) * SECOND_MS);
}

/** Counts a use in a write of its own; a command that saves counts in its transaction (`Changes.limits`). */
export interface LimitCounter {
  /** Counts a use. Throws the 429 where the limit is reached: of many at once, none goes past it. */
  take(use: Use): Promise<void>;
  /**
   * The same for what must not be left out unless the limit is reached: false where it is. Throws `Throttled` where the
   * use could not be counted.
   */
  hasRoomFor(use: Use): Promise<boolean>;
  /** Takes back the use, with its amount, of a request that was refused after it was counted. False where none is counted. */
  giveBack(use: Use): Promise<boolean>;
}
