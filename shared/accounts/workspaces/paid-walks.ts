import { foundersOf } from '#shared/accounts/workspaces/founders-store';
import type { CommandContext } from '#shared/foundation/commands/context';
import { requireUses } from '#shared/foundation/commands/take-uses';
import type { Sleep } from '#shared/foundation/core/clock';
import { idOf, type UserId, type WorkspaceId } from '#shared/foundation/core/ids';
import { inSequence } from '#shared/foundation/core/in-sequence';
import type { Refusal } from '#shared/foundation/core/refusal';
import { type Instant, later, SECOND_MS } from '#shared/foundation/core/time';
import { isRateLimited, limitReached, roomAt, sharedUses } from '#shared/foundation/core/uses';
import { walkLimiterKey } from '#shared/foundation/dynamodb/keys';
import { type Payment, paidBy } from '#shared/foundation/dynamodb/paid-writes';
import { advanceLimiter } from '#shared/foundation/dynamodb/rate-limiter';
import type { JobStep, Progress } from '#shared/foundation/events/job-worker';

type Needs = Pick<CommandContext, 'table' | 'clock' | 'useOf' | 'limitCounter'> & { readonly sleep: Sleep };

/** Bounds what a walk (`walkTwice`) writes. */
export type PaidWalks = (walk: JobStep) => JobStep;

/** Units that a step counts with one round trip, or two: two of a hundred are for the limits themselves. */
const COUNTED_TOGETHER = 100;
/** Of each step, whatever it writes: where there is no room, it reads nothing. */
const UNITS_OF_A_STEP = 10;
/** A walk that is alone takes what its workspace may have in a minute; ten workers of two kinds take a quarter of the quota. */
const MS_PER_UNIT = 2;
/** A step that has more to write is repeated, and finds what is left. */
const STEP_MS = 25 * SECOND_MS;
/** Twenty walks of a workspace that wait are looked at in a minute, however many there are. */
const BETWEEN_LOOKS_US = 3 * SECOND_MS * 1_000;

/**
 * Counts the write units of walks before they are written, by the size of the rows, for the workspace and for who founded
 * it. Where there is no room, the walk goes on later at the same page: what it has written it finds written.
 */
export function paidWalks(needs: Needs): PaidWalks {
  const { clock } = needs;
  const founders = foundersOf(needs);

  /** When a walk that found no room is looked at again. */
  async function nextLook(workspaceId: WorkspaceId, refusal: Refusal): Promise<Instant> {
    const end = await advanceLimiter(needs, walkLimiterKey(workspaceId), {
      type: 'walk_line',
      totalUs: BETWEEN_LOOKS_US,
    });
    return Math.max(roomAt(refusal, clock.now()), Math.ceil(end / 1_000)) as Instant;
  }

  return (walk) => async (job, lease) => {
    const workspaceId = idOf('wks', job.content['workspaceId']);
    const founder = workspaceId && (await founders(workspaceId));
    if (!workspaceId || !founder) return walk(job, lease);
    const account = accountOf(needs, workspaceId, founder);
    const progress = await stepOf(account, () => walk(job, lease), { cursor: job.cursor ?? { walk: 1 } });
    const refusal = account.refusal();
    if (refusal === undefined) return progress;
    // A walk that is not refused where a write of it was would leave rows as they are.
    if (progress === 'done') throw refusal;
    if (account.isTurnOver()) return { cursor: progress.cursor, isTurnOver: true };
    return { ...progress, notBefore: await nextLook(workspaceId, refusal) };
  };
}

interface Account {
  readonly pay: Payment;
  /** The 429 of the limit that had no room. */
  refusal(): Refusal | undefined;
  /** More was to be written than fits into the time of a step. */
  isTurnOver(): boolean;
}

/** A step that finds no room at its beginning is not begun. */
async function stepOf(account: Account, step: () => Promise<Progress>, unchanged: Progress): Promise<Progress> {
  try {
    await account.pay(UNITS_OF_A_STEP);
  } catch (error) {
    if (account.refusal() === undefined) throw error;
    return unchanged;
  }
  return paidBy(account.pay, step);
}

/** What one step pays: a hundred units ahead, and no faster than a walk may write. */
function accountOf({ useOf, clock, limitCounter, sleep }: Needs, workspaceId: WorkspaceId, founderId: UserId): Account {
  const startedAt = clock.now();
  let left = 0;
  let nextAt = startedAt;
  let refusal: Refusal | undefined;
  let isOver = false;

  /** A deployment may give a limit that is lower than one write. */
  function atMost(units: number): number {
    const limits = [useOf('walk_units', workspaceId, startedAt), useOf('user_walk_units', founderId, startedAt)];
    return Math.max(1, Math.min(units, ...limits.map(({ most }) => most)));
  }

  async function take(units: number): Promise<void> {
    const wait = nextAt - clock.now();
    if (wait > 0) await sleep(wait);
    const now = clock.now();
    await requireUses(
      { limitCounter },
      sharedUses(useOf, 'walk_units', { workspaceId, founderId }, now, atMost(units)),
    );
    nextAt = later(Math.max(nextAt, now) as Instant, units * MS_PER_UNIT);
    left += units;
  }

  async function takeInTime(units: number): Promise<void> {
    const now = clock.now();
    isOver = now - startedAt >= STEP_MS;
    if (isOver) throw limitReached({ ...useOf('walk_units', workspaceId, now), windowEndsAt: now }, now);
    await take(Math.max(COUNTED_TOGETHER, units - left));
  }

  /** A write of one unit gives back what was taken elsewhere, or marks a row: it is never refused, and paid by the next. */
  async function pay(units: number): Promise<void> {
    try {
      if (refusal) throw refusal;
      if (left < units) await takeInTime(units);
    } catch (error) {
      if (!isRateLimited(error)) throw error;
      if (units > 1) refusal = error;
      if (units > 1) throw error;
    }
    left -= units;
  }

  return { refusal: () => refusal, isTurnOver: () => isOver, pay: inSequence(pay) };
}
