import { describe, expect, it } from '@jest/globals';
import { Throttled } from '#shared/core/store';
import { dynamoTable } from '#shared/dynamodb/table';
import { requestCounter } from '#test/support/aws/counting';
import { mainTableStandIn } from '#test/support/aws/dynamodb';

const KEYS = [1, 2, 3].map((nth) => ({ pk: `row_${nth}`, sk: '.' }));

/** A table of three rows that hands back so many keys unread before it answers in full. */
async function aBusyTable(keysLeft: number) {
  let left = 0;
  const leavesUnread = () => {
    left -= 1;
    return left >= 0;
  };
  const pauses: number[] = [];
  const pause = async (round: number) => void pauses.push(round);
  const counter = requestCounter();
  const table = dynamoTable(counter.watch(mainTableStandIn({ leavesUnread })), 'main', { pause });
  await table.transact(KEYS.map((key) => ({ put: { ...key, type: 'row', revision: 1, state: '{}' } })));
  left = keysLeft;
  const readAll = () => Promise.all(KEYS.map((key) => table.get(key)));
  return { readAll, pauses, trips: async () => (await counter.during(readAll)).tally.trips };
}

describe('rows that are read in one turn', () => {
  it('travel together, without a pause', async () => {
    const { readAll, pauses, trips } = await aBusyTable(0);

    expect((await readAll()).map((row) => row?.pk)).toEqual(['row_1', 'row_2', 'row_3']);

    expect([await trips(), pauses]).toEqual([1, []]);
  });

  it('are asked for again where a busy table left them, each time after a longer pause', async () => {
    // All three at first, then two of three.
    const { readAll, pauses } = await aBusyTable(5);

    expect((await readAll()).map((row) => row?.pk)).toEqual(['row_1', 'row_2', 'row_3']);

    expect(pauses).toEqual([0, 1]);
  });

  it('are given up after four rounds, and nobody waits behind the last', async () => {
    const { readAll, pauses } = await aBusyTable(1_000);

    await expect(readAll()).rejects.toThrow(Throttled);

    expect(pauses).toEqual([0, 1, 2]);
  });
});
