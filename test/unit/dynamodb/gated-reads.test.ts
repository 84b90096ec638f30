import type { Query, Table } from '#shared/foundation/core/table';
import { gatedReads } from '#shared/foundation/dynamodb/reads';
import { describe, expect, it } from '#test/support/jest';

const where = { text: 'pk = :pk', values: { ':pk': 'one' } };

/** What reaches the table of the reads that are asked for, before and after the gate is opened. */
async function gated(
  first: { readonly reads: number; readonly entries: number },
  limits: readonly (number | undefined)[],
) {
  const asked: (number | undefined)[] = [];
  const table = {
    query: async ({ limit }: Query) => {
      asked.push(limit);
      return { items: [], last: undefined };
    },
  } as Partial<Table> as Table;
  const gate = gatedReads(table, first);
  const reading = limits.map((limit) => gate.table.query({ where, ...(limit !== undefined && { limit }) }));
  const before = [...asked];
  gate.open();
  await Promise.all(reading);
  return { before, after: asked.slice(before.length) };
}

describe('a query before the key is verified', () => {
  it('waits for the key where it has no limit', async () => {
    expect(await gated({ reads: 10, entries: 600 }, [undefined, 100])).toEqual({ before: [100], after: [undefined] });
  });

  it('waits for the key where it and those before it may look at too many entries', async () => {
    expect(await gated({ reads: 10, entries: 600 }, [500, 101, 100, 1])).toEqual({
      before: [500, 100],
      after: [101, 1],
    });
  });

  it('waits for the key where there are as many reads before it as may be', async () => {
    expect(await gated({ reads: 2, entries: 600 }, [1, 2, 3])).toEqual({ before: [1, 2], after: [3] });
  });
});
