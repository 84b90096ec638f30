import type { Patience } from '#shared/core/patience';
import { LostRace, Throttled } from '#shared/core/store';

/** Rounds before the caller hears of it: 409 for a lost race, 503 for a busy table. */
const ROUNDS = 5;

/** Loads, decides and saves again when somebody was faster; safe, because deciding is pure. The round begins at 0. */
export async function againAfterLostRace<Result>(
  patience: Patience,
  attempt: (round: number) => Promise<Result>,
): Promise<Result> {
  for (let round = 0; ; round += 1) {
    try {
      return await attempt(round);
    } catch (error) {
      const worthIt = error instanceof LostRace || error instanceof Throttled;
      if (!worthIt || round + 1 >= ROUNDS) throw error;
      await patience.pause(round);
    }
  }
}
