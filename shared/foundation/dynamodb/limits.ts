import * as v from 'valibot';
import type { Clock } from '#shared/foundation/core/clock';
import { StoreFailed, Throttled } from '#shared/foundation/core/store';
import type { Expression, Table, Write } from '#shared/foundation/core/table';
import { DAY_MS, ttlAt } from '#shared/foundation/core/time';
import { type LimitCounter, limitReached, type Use } from '#shared/foundation/core/uses';
import { limitKey } from '#shared/foundation/dynamodb/keys';

/** One use more, refused where it does not fit into the window: of several at once none goes past the limit. */
export const countUse = (use: Use): Write => ({
  update: limitKey(use),
  set: plus(use),
  when: {
    text: use.most < use.amount ? 'used <= :room' : 'attribute_not_exists(used) OR used <= :room',
    values: { ':room': use.most - use.amount },
  },
});

/** The use, whether or not there is room for it: of what is known once it is done. */
export const addUse = (use: Use): Write => ({ update: limitKey(use), set: plus(use) });

const plus = (use: Use): Expression => ({
  text: 'SET #ttl = :ttl ADD used :amount',
  names: { '#ttl': 'ttl' },
  values: { ':amount': use.amount, ':ttl': ttlAt(use.windowEndsAt + DAY_MS) },
});

/** So many uses more, or fewer, where as many are counted as lie between two numbers, inclusive. */
export const addWithin = (
  use: Use,
  amount: number,
  { from, to }: { readonly from: number; readonly to: number },
): Write => ({
  update: limitKey(use),
  set: plus({ ...use, amount }),
  when: {
    text: from <= 0 && to >= 0 ? 'attribute_not_exists(used) OR used <= :to' : 'used BETWEEN :from AND :to',
    values: from <= 0 && to >= 0 ? { ':to': to } : { ':from': from, ':to': to },
  },
});

/** The use less, where so much was counted. */
const uncountUse = (use: Use): Write => ({
  update: limitKey(use),
  set: { text: 'ADD used :less', names: {}, values: { ':less': -use.amount } },
  when: { text: 'used >= :amount', values: { ':amount': use.amount } },
});

/** Those of the uses whose window has no room left. */
export async function usedUp(table: Table, uses: readonly Use[]): Promise<readonly Use[]> {
  const counted = await Promise.all(uses.map(async (use) => ({ use, used: await usedIn(table, use) })));
  return counted.filter(({ use, used }) => used + use.amount > use.most).map(({ use }) => use);
}

export const usedIn = async (table: Table, use: Use): Promise<number> => {
  const item = await table.get(limitKey(use));
  return v.parse(v.optional(v.number(), 0), item?.['used']);
};

export const limitCounter = (table: Table, clock: Clock): LimitCounter => ({
  async take(use) {
    if (!(await counts(table, use))) throw limitReached(use, clock.now());
  },
  hasRoomFor: (use) => table.write(countUse(use)),
  giveBack: (use) => table.write(uncountUse(use)),
});

/** One row takes about a thousand writes a second: more than that at once is over every limit there is. */
async function counts(table: Table, use: Use): Promise<boolean> {
  try {
    return await table.write(countUse(use));
  } catch (error) {
    if (error instanceof Throttled && !(error instanceof StoreFailed)) return false;
    throw error;
  }
}
