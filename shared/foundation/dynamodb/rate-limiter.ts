import * as v from 'valibot';
import type { Clock } from '#shared/foundation/core/clock';
import { Throttled } from '#shared/foundation/core/store';
import type { Expression, Key, Table } from '#shared/foundation/core/table';
import { DAY_MS, later, ttlAt } from '#shared/foundation/core/time';

/** Tries of a write that loses against others. */
const ROUNDS = 4;
/** Longer than any event is kept, so that a limiter never begins anew before its next slot. */
const KEPT_MS = 31 * DAY_MS;

const Limiter = v.object({ next_us: v.number() });

interface Step {
  readonly type: string;
  /** Microseconds: whole numbers, so that many of them add up exactly. */
  readonly totalUs: number;
}

/**
 * Moves the next free slot of a rate limiter (GCRA) on, from where it is, or from now where that has passed; answers it in
 * microseconds. One conditional update for each step, nothing is read. Throws `Throttled`.
 */
export async function advanceLimiter(
  { table, clock }: { readonly table: Table; readonly clock: Clock },
  key: Key,
  { type, totalUs }: Step,
): Promise<number> {
  for (let round = 0; round < ROUNDS; round += 1) {
    const now = clock.now();
    const nowUs = now * 1_000;
    const change = (text: string, used: Expression['values'], when: string) =>
      table.update(
        key,
        {
          text: `SET next_us = ${text}, #type = :type, #ttl = :ttl`,
          names: { '#type': 'type', '#ttl': 'ttl' },
          values: { ...used, ':type': type, ':ttl': ttlAt(later(now, KEPT_MS)) },
        },
        { text: when, values: { ':now': nowUs } },
      );
    const changed =
      (await change('next_us + :total', { ':total': totalUs }, 'next_us >= :now')) ??
      (await change(':first', { ':first': nowUs + totalUs }, 'attribute_not_exists(next_us) OR next_us < :now'));
    if (changed) return v.parse(Limiter, changed).next_us;
  }
  throw new Throttled('The rate limiter is in use.');
}
