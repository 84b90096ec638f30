import { type Instant, later, MINUTE_MS, SECOND_MS } from '#shared/foundation/core/time';
import type { RecorderObservation } from '#shared/meetings/recorders/rules/observation';
import { endedAfter, failedWith, recordingSince } from '#test/support/fake-recorder';

/** What a recorder reports of one bot, from the moment that it was sent. */
export function aCall(sentAt: Instant, random: () => number): (now: Instant) => RecorderObservation {
  const admittedAt = later(sentAt, Math.round(random() * 6 * MINUTE_MS));
  const isTurnedAway = random() < 0.15;
  const lastsSeconds = 60 * (3 + Math.floor(random() * 50));
  const leavesAt = later(admittedAt, lastsSeconds * SECOND_MS);
  return (now) => {
    if (now < admittedAt) return { state: 'joining', lookAgainAt: null };
    if (isTurnedAway) return failedWith('not_admitted', admittedAt);
    return now < leavesAt ? recordingSince(admittedAt) : endedAfter(admittedAt, lastsSeconds);
  };
}
