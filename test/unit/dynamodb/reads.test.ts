import { Throttled } from '#shared/foundation/core/store';
import { inMemoryMainTable } from '#test/doubles/dynamodb/in-memory-dynamodb';
import { tableOver } from '#test/doubles/dynamodb/table-over';
import { describe, expect, it } from '#test/support/jest';
import { requestCounter } from '#test/support/request-counter';

const keysOf = (count: number) => Array.from({ length: count }, (_, nth) => ({ pk: `row_${nth + 1}`, sk: '.' }));

/** A table of so many rows that returns so many keys unprocessed before it answers in full. */
async function aBusyTable(unprocessedKeys: number, rows = 3) {
  let left = 0;
  const leavesUnread = () => {
    left -= 1;
    return left >= 0;
  };
  const pauses: number[] = [];
  const pause = async (round: number) => void pauses.push(round);
  const counter = requestCounter();
  const table = tableOver(counter.watch(inMemoryMainTable({ leavesUnread })), { pause });
  const keys = keysOf(rows);
  for (let at = 0; at < rows; at += 100)
    await table.transact(
      keys.slice(at, at + 100).map((key) => ({ put: { ...key, type: 'row', revision: 1, state: '{}' } })),
    );
  left = unprocessedKeys;
  const readAll = () => Promise.all(keys.map((key) => table.get(key)));
  return { table, keys, readAll, pauses, tallyOf: async (work: typeof readAll) => (await counter.during(work)).tally };
}

describe('reads of one turn of the event loop', () => {
  it('travel in one request, without a pause', async () => {
    const { readAll, pauses, tallyOf } = await aBusyTable(0);

    expect((await readAll()).map((row) => row?.pk)).toEqual(['row_1', 'row_2', 'row_3']);

    expect([(await tallyOf(readAll)).byOperation, pauses]).toEqual([{ BatchGetItem: 1 }, []]);
  });

  it('of the same key share one item of the request', async () => {
    const { table, keys, tallyOf } = await aBusyTable(0);
    const twice = () => Promise.all([...keys, ...keys, { pk: 'none', sk: '.' }].map((key) => table.get(key)));

    expect((await twice()).map((row) => row?.pk)).toEqual([
      ...['row_1', 'row_2', 'row_3'],
      ...['row_1', 'row_2', 'row_3'],
      undefined,
    ]);
    expect((await tallyOf(twice)).byOperation).toEqual({ BatchGetItem: 1 });
  });

  it('travel in requests of 100 distinct keys', async () => {
    const { table, keys, tallyOf } = await aBusyTable(0, 120);
    const twice = () => Promise.all([...keys, ...keys].map((key) => table.get(key)));

    expect(new Set((await twice()).map((row) => row?.pk)).size).toBe(120);
    expect((await tallyOf(twice)).byOperation).toEqual({ BatchGetItem: 2 });
  });

  it('are repeated for unprocessed keys, each time after a longer pause', async () => {
    // All three at first, then two of three.
    const { readAll, pauses } = await aBusyTable(5);

    expect((await readAll()).map((row) => row?.pk)).toEqual(['row_1', 'row_2', 'row_3']);

    expect(pauses).toEqual([0, 1]);
  });

  it('fail as throttled after four requests, without a pause after the last', async () => {
    const { readAll, pauses } = await aBusyTable(1_000);

    await expect(readAll()).rejects.toThrow(Throttled);

    expect(pauses).toEqual([0, 1, 2]);
  });
});

it('a read in a later turn reads the table again', async () => {
  const { table, readAll } = await aBusyTable(0);
  await readAll();

  await table.write({ put: { pk: 'row_1', sk: '.', type: 'row', revision: 2, state: '{}' } });

  expect((await readAll()).map((row) => row?.revision)).toEqual([2, 1, 1]);
});
