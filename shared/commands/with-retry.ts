import type { Backoff } from '#shared/core/backoff';
import { LostRace, Throttled } from '#shared/core/store';
import type { Table } from '#shared/core/table';

export interface RetryPolicy {
  /** Attempts before the caller gets the error: 409 for a lost race, 503 for a throttled table. */
  readonly attempts: number;
  /** The number of the first pause: pauses grow with their number. */
  readonly firstPause: number;
}

const OF_COMMANDS: RetryPolicy = { attempts: 5, firstPause: 0 };

interface Retrying {
  readonly backoff: Backoff;
  /** A request's table remembers what it read: that is dropped before another attempt. */
  readonly table?: Pick<Table, 'forget'>;
}

/**
 * The optimistic loop: loads, decides and saves again after a lost race or throttling, with full jitter. Safe because
 * deciding is pure. `attempt` gets its number, from 0.
 */
export async function withRetry<Result>(
  { backoff, table }: Retrying,
  attempt: (number: number) => Promise<Result>,
  { attempts, firstPause }: RetryPolicy = OF_COMMANDS,
): Promise<Result> {
  for (let number = 0; ; number += 1) {
    try {
      return await attempt(number);
    } catch (error) {
      const canRetry = error instanceof LostRace || error instanceof Throttled;
      if (!canRetry || number + 1 >= attempts) throw error;
      table?.forget();
      await backoff.pause(firstPause + number);
    }
  }
}
