import type { Backoff } from '#shared/core/backoff';
import { LostRace, Throttled } from '#shared/core/store';

/** Beyond those of the command, whose pauses these go on with: up to 0.6, 1.3 and 2.6 seconds. */
const MORE_ROUNDS = 3;
const LATER_PAUSE = 5;

/**
 * Everybody who is invited to one meeting is told of its change at the same moment, and nobody waits for an answer: so a
 * pass tries for some seconds more than a request does before it calls itself failed.
 */
export async function patiently<Result>(backoff: Backoff, work: () => Promise<Result>): Promise<Result> {
  for (let round = 0; ; round += 1) {
    try {
      return await work();
    } catch (error) {
      const worthIt = error instanceof LostRace || error instanceof Throttled;
      if (!worthIt || round >= MORE_ROUNDS) throw error;
      await backoff.pause(LATER_PAUSE + round);
    }
  }
}
