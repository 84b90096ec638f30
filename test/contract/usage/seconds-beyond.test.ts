import { countSecondsBeyond } from '#shared/accounts/usage/commands/count-seconds-beyond';
import { monthOf } from '#shared/accounts/usage/rules/usage';
import { amountsOf, usageMonth } from '#shared/accounts/usage/store';
import type { OperationId } from '#shared/foundation/core/ids';
import type { Table } from '#shared/foundation/core/table';
import { utcDateOf } from '#shared/foundation/core/time';
import { aWorld } from '#test/support/api';
import { describe, expect, it } from '#test/support/jest';

/** A file without a length in which an engine hears more and more, and how many rows its last step has read. */
async function anEngine() {
  const { context, anOwner, clock } = aWorld();
  const { workspaceId } = await anOwner('Acme');
  let reads = 0;
  const table: Table = {
    ...context.table,
    get: (key) => {
      reads += 1;
      return context.table.get(key);
    },
  };
  const speech = { workspaceId, memberId: null, subject: 'opr_1' as OperationId, countedSeconds: 0 };
  return {
    async used(): Promise<number> {
      const { counts } = await usageMonth(context.table, workspaceId, monthOf(utcDateOf(clock.now())));
      return amountsOf(counts)('recognized_seconds');
    },
    async hears(heardSeconds: number, isEnd = false): Promise<number> {
      reads = 0;
      await countSecondsBeyond({ ...context, table })({ ...speech, heardSeconds, isEnd });
      return reads;
    },
  };
}

describe('seconds that are heard beyond the length of a file', () => {
  it('are counted in as few reads after twenty hours as after one', async () => {
    const { hears } = await anEngine();
    for (let hour = 1; hour <= 20; hour += 1) await hears(hour * 3_600);

    expect(await hears(20 * 3_600 + 300)).toBeLessThan(15);
  });

  it.each([
    ['part by part', [300, 600, 900, 1_200]],
    ['at once', [100_000]],
    ['in steps of several parts, some of them twice', [650, 650, 40_000, 39_000, 0, 70_123]],
  ])('are counted once, and the rest at the end: %s', async (_how, steps) => {
    const { hears, used } = await anEngine();
    for (const seconds of steps) await hears(seconds);
    const most = Math.max(...steps);
    expect(await used()).toBe(most - (most % 300));

    await hears(most, true);
    await hears(most, true);

    expect(await used()).toBe(most);
  });
});
