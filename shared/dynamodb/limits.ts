import * as v from 'valibot';
import type { Clock } from '#shared/core/clock';
import type { LimitCounter } from '#shared/core/limit-counter';
import { limitReached, type Use } from '#shared/core/limits';
import { Throttled } from '#shared/core/store';
import type { Table, Write } from '#shared/core/table';
import { DAY_MS, SECOND_MS } from '#shared/core/time';
import { limitKey } from '#shared/dynamodb/keys';

const ROOM_LEFT = 'attribute_not_exists(used) OR used < :most';

/** One use more, refused where the window is full already: of several at once none goes past the limit. */
export const countUse = (use: Use): Write => ({
  update: limitKey(use),
  set: {
    text: 'SET #ttl = :ttl ADD used :one',
    names: { '#ttl': 'ttl' },
    values: { ':one': 1, ':ttl': Math.ceil((use.windowEndsAt + DAY_MS) / SECOND_MS) },
  },
  when: { text: use.most < 1 ? 'used < :most' : ROOM_LEFT, values: { ':most': use.most } },
});

/** Those of the uses whose window has no room left. */
export async function usedUp(table: Table, uses: readonly Use[]): Promise<readonly Use[]> {
  const counted = await Promise.all(uses.map(async (use) => ({ use, used: await usedIn(table, use) })));
  return counted.filter(({ use, used }) => used >= use.most).map(({ use }) => use);
}

const usedIn = async (table: Table, use: Use): Promise<number> => {
  const item = await table.get(limitKey(use));
  return v.parse(v.optional(v.number(), 0), item?.['used']);
};

export const limitCounter = (table: Table, clock: Clock): LimitCounter => ({
  async take(use) {
    if (!(await counts(table, use))) throw limitReached(use, clock.now());
  },
});

/** One row takes about a thousand writes a second: more than that at once is over every limit there is. */
async function counts(table: Table, use: Use): Promise<boolean> {
  try {
    return await table.write(countUse(use));
  } catch (error) {
    if (error instanceof Throttled) return false;
    throw error;
  }
}
