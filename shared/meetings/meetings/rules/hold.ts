import { conflict } from '#shared/foundation/core/refusal';
import type { Instant } from '#shared/foundation/core/time';
import type { Meeting } from '#shared/meetings/meetings/rules/meeting';

/** The meeting under a legal hold; one that is held already stays as it is. */
export const hold = (meeting: Meeting, now: Instant): Meeting =>
  meeting.heldAt === undefined ? { ...meeting, heldAt: now, updatedAt: now } : meeting;

/** The meeting without a legal hold; one that is not held stays as it is. */
export function release(meeting: Meeting, now: Instant): Meeting {
  const { heldAt, ...rest } = meeting;
  return heldAt === undefined ? meeting : { ...rest, updatedAt: now };
}

/** 409 for a meeting under a legal hold. */
export function requireNotHeld({ heldAt }: Pick<Meeting, 'heldAt'>): void {
  if (heldAt !== undefined)
    throw conflict('The meeting is under a legal hold: end the hold with DELETE /meetings/{id}/hold.');
}
