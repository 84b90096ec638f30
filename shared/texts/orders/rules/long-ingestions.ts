import type { IngestionId, UserId, WorkspaceId } from '#shared/foundation/core/ids';
import { HOUR_MS, type Instant, MINUTE_MS } from '#shared/foundation/core/time';

export interface IngestionPlace {
  readonly ingestionId: IngestionId;
  /** The end of the invocation that took it: a worker that dies blocks it for no longer. */
  readonly until: Instant;
}

export interface LongIngestion extends IngestionPlace {
  readonly workspaceId: WorkspaceId;
  /** Of the workspace: a user makes many. */
  readonly founderId: UserId;
}

export type StoredPlace = IngestionPlace & Partial<Pick<LongIngestion, 'workspaceId' | 'founderId'>>;

/** When the workspaces that one user founded were served, and since when a file of theirs waits. */
export interface IngestionTurn {
  readonly founderId: UserId;
  /** When a file of theirs took a place last. */
  readonly servedAt?: Instant | undefined;
  /** Absent where none waits for a turn. */
  readonly waits?: Waits | undefined;
}

interface Waits {
  readonly since: Instant;
  /** When one of the files looked last. */
  readonly lookedAt: Instant;
}

/** The places that are taken, and the turns of founders. */
export interface LongIngestions {
  readonly places: readonly StoredPlace[];
  readonly turns: readonly IngestionTurn[];
}

/** A file that waits looks every six minutes or more often (`waitForPlace`). One that looks no more is passed over. */
const LOOKING_MS = 10 * MINUTE_MS;
/** One that looks again sooner is not saved again. */
const SAVED_AGAIN_MS = MINUTE_MS;
/** Longer than a few ingestions take. */
const REMEMBERED_MS = HOUR_MS;
/** Turns that are kept, for the size of the row. */
const MOST_TURNS = 100;

interface Look {
  readonly now: Instant;
  /** Places of the deployment. */
  readonly most: number;
}

/**
 * The ingestions with one more, if a place is free and no other founder is to have it: of those that wait, the one that was
 * served longest ago comes first, then the one that has waited longest, however often their files look. A workspace has one
 * place, and the workspaces of a founder half of them: a file that these keep off waits for no turn, and keeps off no other.
 */
export function takeLongIngestion(
  ingestions: LongIngestions,
  place: LongIngestion,
  { now, most }: Look,
): LongIngestions & { readonly isTaken: boolean } {
  const { places } = ingestions;
  const turns = ingestions.turns.map((turn) => withoutEndedWait(turn, now));
  const others = places.filter(({ ingestionId }) => ingestionId !== place.ingestionId);
  const taken = [...others, place];
  if (others.length < places.length) return { places: taken, turns: ingestions.turns, isTaken: true };
  if (hasItsShare(others, place, most)) return { ...ingestions, isTaken: false };
  const own = turns.find(({ founderId }) => founderId === place.founderId) ?? { founderId: place.founderId };
  const ofOthers = turns.filter((turn) => turn !== own);
  const before = countBefore(ofOthers, looking(own, now), now);
  if (before >= most - others.length)
    return lookedJustNow(own, now)
      ? { ...ingestions, isTaken: false }
      : { places, turns: kept([...ofOthers, looking(own, now)], now), isTaken: false };
  return { places: taken, turns: kept([...ofOthers, { founderId: own.founderId, servedAt: now }], now), isTaken: true };
}

const hasItsShare = (
  others: readonly StoredPlace[],
  { workspaceId, founderId }: LongIngestion,
  most: number,
): boolean =>
  others.some((other) => other.workspaceId === workspaceId) ||
  others.filter((other) => other.founderId === founderId).length >= Math.max(1, Math.floor(most / 2));

type Waiting = IngestionTurn & { readonly waits: Waits };

const isWaiting = (turn: IngestionTurn, now: Instant): turn is Waiting =>
  turn.waits !== undefined && now - turn.waits.lookedAt < LOOKING_MS;

/**
 * One whose files looked no more, as those of canceled orders do, counts as served then: it kept a place from others, and
 * must not do so again before them.
 */
const withoutEndedWait = (turn: IngestionTurn, now: Instant): IngestionTurn =>
  turn.waits && !isWaiting(turn, now) ? { founderId: turn.founderId, servedAt: turn.waits.lookedAt } : turn;

const looking = (turn: IngestionTurn, now: Instant): Waiting => ({
  ...turn,
  waits: { since: turn.waits?.since ?? now, lookedAt: now },
});

function countBefore(ofOthers: readonly IngestionTurn[], own: Waiting, now: Instant): number {
  const comesFirst = (one: Waiting): boolean => {
    const difference = (one.servedAt ?? 0) - (own.servedAt ?? 0) || one.waits.since - own.waits.since;
    return difference < 0 || (difference === 0 && one.founderId < own.founderId);
  };
  return ofOthers.filter((turn) => isWaiting(turn, now) && comesFirst(turn)).length;
}

const lookedJustNow = ({ waits }: IngestionTurn, now: Instant): boolean =>
  waits !== undefined && now - waits.lookedAt < SAVED_AGAIN_MS;

/** Those that wait, the longest first, and then those that were served last. */
function kept(turns: readonly IngestionTurn[], now: Instant): readonly IngestionTurn[] {
  const waiting = turns.filter((turn) => isWaiting(turn, now));
  const served = turns.filter((turn) => !isWaiting(turn, now) && now - (turn.servedAt ?? 0) < REMEMBERED_MS);
  return [
    ...waiting.toSorted((one, other) => one.waits.since - other.waits.since),
    ...served.toSorted((one, other) => (other.servedAt ?? 0) - (one.servedAt ?? 0)),
  ].slice(0, MOST_TURNS);
}
