import type { OperationId, WorkspaceId } from '#shared/core/ids';
import { DAY_MS, type Instant } from '#shared/core/time';

/** An operation that may have a job at the speech service. */
export interface EnginePlace {
  readonly operationId: OperationId;
  readonly workspaceId: WorkspaceId;
  readonly takenAt: Instant;
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

/**
 * The places with one more: the same places where the operation has one, `full` where none is free. The last ones go to
 * workspaces that have none, so that a workspace with many files keeps no other waiting.
 */
export function takeEnginePlace(
  places: readonly EnginePlace[],
  place: EnginePlace,
  { most, reservedForOtherWorkspaces }: EngineLimits,
): readonly EnginePlace[] | 'full' {
  if (places.some(({ operationId }) => operationId === place.operationId)) return places;
  const taken = places.filter(({ takenAt }) => place.takenAt - takenAt < LONGEST_MS);
  const hasOne = taken.some(({ workspaceId }) => workspaceId === place.workspaceId);
  return taken.length < (hasOne ? most - reservedForOtherWorkspaces : most) ? [...taken, place] : 'full';
}

/** The places without that of an operation; the same places where it has none. */
export const releaseEnginePlace = (places: readonly EnginePlace[], id: OperationId): readonly EnginePlace[] =>
  places.some(({ operationId }) => operationId === id)
    ? places.filter(({ operationId }) => operationId !== id)
    : places;
