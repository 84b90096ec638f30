import { limitReached } from '#shared/foundation/core/uses';
import { paidBy } from '#shared/foundation/dynamodb/paid-writes';
import { aWorld, noon } from '#test/support/api';
import { describe, expect, it } from '#test/support/jest';

const KEY = { pk: 'a', sk: 'b' };
/** With its names, a row of 61 KB. */
const TEXT = 'x'.repeat(61 * 1_024 - 20);

/** What some work on the table pays, payment by payment. */
async function paidFor(work: (table: ReturnType<typeof aWorld>['context']['table']) => Promise<unknown>) {
  const { table } = aWorld().context;
  await table.write({ put: { ...KEY, type: 'row', text: TEXT } });
  const paid: number[] = [];
  await paidBy(
    async (units) => void paid.push(units),
    () => work(table),
  );
  return paid;
}

describe('the payment for a write', () => {
  it('is the size of the values of an update, which may be those of a whole row', async () => {
    const content = new Uint8Array(112 * 1_024);
    const set = { text: 'SET content = :content', values: { ':content': content } };

    expect(await paidFor((table) => table.write({ update: KEY, set }))).toEqual([113]);
  });

  it('is the size of a row that is removed, where it is known, and a unit where it is not', async () => {
    expect(await paidFor((table) => table.write({ remove: KEY, bytes: 61 * 1_024 }))).toEqual([61]);
    expect(await paidFor((table) => table.write({ remove: KEY }))).toEqual([1]);
  });
});

describe('the payment for reads', () => {
  it('is a unit for each 20 KB, once they are two', async () => {
    const paid = await paidFor(async (table) => {
      for (let nth = 0; nth < 4; nth += 1) {
        await table.get(KEY);
        table.clearCache();
      }
      await table.get({ pk: 'a', sk: 'none' });
    });

    expect(paid).toEqual([3, 3, 3, 3]);
  });

  it('counts queries too', async () => {
    const where = { text: 'pk = :pk', values: { ':pk': 'a' } };

    expect(await paidFor((table) => table.query({ where }))).toEqual([3]);
  });

  it('ends the work where there is no room for what was read', async () => {
    const { table, useOf } = aWorld().context;
    await table.write({ put: { ...KEY, type: 'row', text: TEXT } });
    const refusal = limitReached(useOf('walk_units', 'wks_1', noon), noon);
    const pay = async () => {
      throw refusal;
    };

    await expect(paidBy(pay, () => table.get(KEY))).rejects.toBe(refusal);
  });
});
