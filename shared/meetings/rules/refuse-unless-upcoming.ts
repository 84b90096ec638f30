import { conflict } from '#shared/core/refusal';
import type { Instant } from '#shared/core/time';
import type { Meeting } from '#shared/meetings/rules/meeting';
import { phaseOf } from '#shared/meetings/rules/phase';

/** The settings of a meeting that is live, past or cancelled cannot be changed: 409. */
export function refuseUnlessUpcoming(meeting: Meeting, now: Instant): void {
  const phase = phaseOf(meeting, now);
  if (phase === 'live') throw conflict('The meeting is live: its settings can no longer be changed.', 'meeting_live');
  if (phase !== 'upcoming')
    throw conflict(`The meeting is ${phase}: its settings can no longer be changed.`, 'meeting_not_upcoming');
}
