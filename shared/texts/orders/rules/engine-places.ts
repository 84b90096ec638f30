import type { OperationId, WorkspaceId } from '#shared/foundation/core/ids';
import { DAY_MS, type Instant, MINUTE_MS } from '#shared/foundation/core/time';

/** An operation that has a place at the speech service, or waits for one. */
export interface EnginePlace {
  readonly operationId: OperationId;
  readonly workspaceId: WorkspaceId;
  /** When it asked for a place first: those that wait come in this order. */
  readonly takenAt: Instant;
  /** Of one that waits: when it asked last. */
  readonly askedAt?: Instant | undefined;
  /** Of one that waits for a place; one that waits for the service has a place. */
  readonly hasNone?: true | undefined;
  /** When an operation of the same workspace came to its turn last. */
  readonly servedAt?: Instant | undefined;
  /** A refusal of the service, and how many jobs of orders ran then. It is about the service, not about the operation. */
  readonly refusal?: Refusal | undefined;
}

interface Refusal {
  readonly at: Instant;
  readonly running: number;
}

export interface EngineLimits {
  /** Operations of orders that have a job at a time. */
  readonly most: number;
  /** How many of these are left to workspaces that have none. */
  readonly reservedForOtherWorkspaces: number;
}

/** Amazon Transcribe runs 250 jobs at a time for an account: half of them are kept for meetings. */
export const ENGINE_LIMITS: EngineLimits = { most: 125, reservedForOtherWorkspaces: 25 };

/** Longer than any operation has a job. A place is older only if its operation was deleted. */
const LONGEST_MS = 2 * DAY_MS;
/** One that waits asks every two minutes or so. One that asks no more is passed over. */
const ASKING_MS = 5 * MINUTE_MS;
/** For so long the service is taken to run no more jobs than when it refused one. */
const REMEMBERED_MS = 5 * MINUTE_MS;
/** Waiting operations that are kept, for the size of the row. */
const MOST_WAITING = 100;
/** One that asks again sooner is not saved again. */
const SAVED_AGAIN_MS = MINUTE_MS;

/** The places after an operation asked for one. */
export interface Asked {
  readonly places: readonly EnginePlace[];
  /** How many are before it; undefined where it may ask the service. */
  readonly before: number | undefined;
}

/**
 * The places with one more, if one is free and no other operation is to have it. Within a workspace the first one that
 * asked comes first; among workspaces the one with fewest jobs, then the one that has waited longest for a turn, so that a workspace with
 * many files keeps no other waiting. The last places go to workspaces that have none. A service that has refused a job is asked again when one of
 * those has ended that ran then, or after five minutes.
 */
export function takeEnginePlace(
  places: readonly EnginePlace[],
  { operationId, workspaceId, takenAt: now }: EnginePlace,
  limits: EngineLimits,
): Asked {
  const own = places.find((one) => one.operationId === operationId);
  if (own && isRunning(own)) return { places, before: undefined };
  const others = places.filter((one) => one !== own && now - one.takenAt < LONGEST_MS);
  const entry = own ?? { operationId, workspaceId, takenAt: now, ...servedIn(others, workspaceId) };
  const before = countBefore(others, entry, now);
  const free = Math.min(freeAtService(places, others, now), freePlaces(others, own, { workspaceId, limits }));
  if (before.inWorkspace === 0 && before.elsewhere < free) {
    const { askedAt: _asked, hasNone: _none, ...place } = entry;
    return { places: [...served(others, workspaceId, now), place], before: undefined };
  }
  return { places: withWaiting(places, others, entry, now), before: before.inWorkspace + before.elsewhere };
}

const servedIn = (others: readonly EnginePlace[], workspaceId: WorkspaceId): Pick<EnginePlace, 'servedAt'> => {
  const servedAt = others.find((one) => one.workspaceId === workspaceId)?.servedAt;
  return servedAt === undefined ? {} : { servedAt };
};

const served = (others: readonly EnginePlace[], workspaceId: WorkspaceId, now: Instant): readonly EnginePlace[] =>
  others.map((one) => (one.workspaceId === workspaceId ? { ...one, servedAt: now } : one));

const isRunning = ({ askedAt }: EnginePlace): boolean => askedAt === undefined;

const isAsking = ({ askedAt }: EnginePlace, now: Instant): boolean =>
  askedAt !== undefined && now - askedAt < ASKING_MS;

/** Those that wait and come first: all of the workspace that asked before, and the first ones of workspaces with fewer jobs. */
function countBefore(others: readonly EnginePlace[], entry: EnginePlace, now: Instant) {
  const asking = others.filter((one) => isAsking(one, now));
  const running = (workspaceId: WorkspaceId) =>
    others.filter((one) => one.workspaceId === workspaceId && isRunning(one)).length;
  const isEarlier = (one: EnginePlace, other: EnginePlace): boolean =>
    one.takenAt < other.takenAt || (one.takenAt === other.takenAt && one.operationId < other.operationId);
  const isFirstOfOther = (one: EnginePlace): boolean =>
    one.workspaceId !== entry.workspaceId &&
    !asking.some((other) => other.workspaceId === one.workspaceId && isEarlier(other, one));
  const comesFirst = (one: EnginePlace): boolean => {
    const difference =
      running(one.workspaceId) - running(entry.workspaceId) || (one.servedAt ?? 0) - (entry.servedAt ?? 0);
    return difference < 0 || (difference === 0 && isEarlier(one, entry));
  };
  return {
    inWorkspace: asking.filter((one) => one.workspaceId === entry.workspaceId && isEarlier(one, entry)).length,
    elsewhere: asking.filter((one) => isFirstOfOther(one) && comesFirst(one)).length,
  };
}

/** How many jobs more the service runs, by its last refusal: at least one where none of ours runs. */
function freeAtService(places: readonly EnginePlace[], others: readonly EnginePlace[], now: Instant): number {
  const last = newestRefusal(places);
  return last && now - last.at < REMEMBERED_MS
    ? Math.max(1, last.running) - others.filter(isRunning).length
    : Number.POSITIVE_INFINITY;
}

const newestRefusal = (places: readonly EnginePlace[]): Refusal | undefined =>
  places.flatMap(({ refusal }) => refusal ?? []).toSorted((one, other) => other.at - one.at)[0];

/** The places that are free for a workspace. One that has a place needs no other. */
function freePlaces(
  others: readonly EnginePlace[],
  own: EnginePlace | undefined,
  { workspaceId, limits }: { readonly workspaceId: WorkspaceId; readonly limits: EngineLimits },
): number {
  if (own && !own.hasNone) return Number.POSITIVE_INFINITY;
  const taken = others.filter(({ hasNone }) => !hasNone);
  const hasOne = taken.some((one) => one.workspaceId === workspaceId);
  return (hasOne ? limits.most - limits.reservedForOtherWorkspaces : limits.most) - taken.length;
}

/** The same places where it is saved already, or too many wait. */
function withWaiting(
  places: readonly EnginePlace[],
  others: readonly EnginePlace[],
  entry: EnginePlace,
  now: Instant,
): readonly EnginePlace[] {
  const isNew = entry.askedAt === undefined;
  if (!isNew && now - entry.askedAt < SAVED_AGAIN_MS) return places;
  if (isNew && others.filter(({ hasNone }) => hasNone).length >= MOST_WAITING) return places;
  return [...others, { ...entry, askedAt: now, ...(isNew && { hasNone: true }) }];
}

interface Refused {
  readonly places: readonly EnginePlace[];
  /** How many operations are before it. */
  readonly before: number;
  /** How many jobs of orders the service runs. */
  readonly running: number;
}

/** The places after the service did not begin the job of one, which keeps its place: an answer may have been lost. */
export function refuseEnginePlace(places: readonly EnginePlace[], id: OperationId, now: Instant): Refused {
  const own = places.find(({ operationId }) => operationId === id);
  if (!own) return { places, before: 0, running: 0 };
  const others = places.filter((one) => one !== own);
  const refusal = { at: now, running: others.filter(isRunning).length };
  const { inWorkspace, elsewhere } = countBefore(others, own, now);
  return {
    places: [...others, { ...own, askedAt: now, refusal }],
    before: inWorkspace + elsewhere,
    running: refusal.running,
  };
}

/** The places without that of an operation; the same places where it has none. What is known of the service stays. */
export function releaseEnginePlace(places: readonly EnginePlace[], id: OperationId): readonly EnginePlace[] {
  if (!places.some(({ operationId }) => operationId === id)) return places;
  const [heir, ...others] = places.filter(({ operationId }) => operationId !== id);
  const refusal = newestRefusal(places);
  return heir ? [refusal ? { ...heir, refusal } : heir, ...others] : [];
}
