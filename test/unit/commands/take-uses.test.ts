import fc from 'fast-check';
import { requireUses, takeUses } from '#shared/foundation/commands/take-uses';
import { Throttled } from '#shared/foundation/core/store';
import { limitReached, type Use, useFactory } from '#shared/foundation/core/uses';
import { noon } from '#test/support/api';
import { describe, expect, it } from '#test/support/jest';

/** A counter in memory; a use of more than there is room for is refused. */
function aCounter(room: readonly number[]) {
  const used = room.map(() => 0);
  const at = ({ subject }: Use) => Number(subject);
  const hasRoomFor = async (use: Use): Promise<boolean> => {
    const isTaken = (used[at(use)] ?? 0) + use.amount <= (room[at(use)] ?? 0);
    if (isTaken) used[at(use)] = (used[at(use)] ?? 0) + use.amount;
    return isTaken;
  };
  return {
    ...{ used, hasRoomFor },
    take: async (use: Use) => {
      if (!(await hasRoomFor(use))) throw limitReached(use, noon);
    },
    giveBack: async (use: Use) => {
      used[at(use)] = (used[at(use)] ?? 0) - use.amount;
      return true;
    },
  };
}

const usesOf = (amounts: readonly number[]): readonly Use[] =>
  amounts.map((amount, nth) => useFactory()('bots', String(nth), noon, amount));

const limited = fc.array(fc.record({ room: fc.nat({ max: 3 }), amount: fc.integer({ min: 1, max: 3 }) }), {
  maxLength: 5,
});

describe('uses that are taken together', () => {
  it('are all taken, or none', async () => {
    await fc.assert(
      fc.asyncProperty(limited, async (limits) => {
        const uses = usesOf(limits.map(({ amount }) => amount));
        const refused = limits.findIndex(({ room, amount }) => amount > room);
        const counters = [aCounter(limits.map(({ room }) => room)), aCounter(limits.map(({ room }) => room))] as const;

        const result = await takeUses(counters[0])(uses);
        const thrown = await requireUses({ limitCounter: counters[1] }, uses).catch((error: unknown) => error);

        expect('reached' in result).toBe(refused !== -1);
        expect(thrown === undefined).toBe(refused === -1);
        for (const { used } of counters)
          expect(used).toEqual(limits.map(({ amount }) => (refused === -1 ? amount : 0)));
      }),
    );
  });

  it('are given back where one could not be counted', async () => {
    const counter = aCounter([1, 1]);
    const hasRoomFor = (use: Use) =>
      use.subject === '1' ? Promise.reject(new Throttled('Busy.')) : counter.hasRoomFor(use);

    await expect(takeUses({ ...counter, hasRoomFor })(usesOf([1, 1]))).rejects.toThrow('Busy.');

    expect(counter.used).toEqual([0, 0]);
  });
});
