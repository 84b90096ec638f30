import { setImmediate as endOfTurn } from 'node:timers/promises';
import { groupedWhileBusy } from '#shared/foundation/dynamodb/grouped-while-busy';
import { describe, expect, it } from '#test/support/jest';

/** Writes that end when the test says so. */
function aScene(most = 25) {
  const writes: { readonly asked: readonly string[]; readonly end: () => void; readonly fail: () => void }[] = [];
  const write = groupedWhileBusy<string, string>(
    (asked) => asked.slice(0, 1),
    most,
    (asked) =>
      new Promise((resolve, reject) => {
        const end = () => resolve(asked.map((one) => `${one} written`));
        writes.push({ asked, end, fail: () => reject(new Error('The table failed.')) });
      }),
  );
  return { writes, write };
}

describe('a group commit', () => {
  it('writes together what is asked for one key in one turn of the event loop', async () => {
    const { writes, write } = aScene();
    const answers = Promise.all([write('a1'), write('a2'), write('b1')]);
    await endOfTurn();

    for (const { end } of writes) end();

    expect(await answers).toEqual(['a1 written', 'a2 written', 'b1 written']);
    expect(writes.map(({ asked }) => asked)).toEqual([['a1', 'a2'], ['b1']]);
  });

  it('writes together, afterwards, what is asked while a write of its key is under way', async () => {
    const { writes, write } = aScene();
    const first = write('a1');
    await endOfTurn();
    const later = Promise.all([write('a2'), write('a3')]);
    await endOfTurn();
    expect(writes).toHaveLength(1);

    writes[0]?.end();
    await first;
    await endOfTurn();
    writes[1]?.end();

    expect(await later).toEqual(['a2 written', 'a3 written']);
  });

  it('is not larger than its limit', async () => {
    const { writes, write } = aScene(2);
    const all = Promise.all([write('a1'), write('a2'), write('a3')]);
    await endOfTurn();

    writes[0]?.end();
    await endOfTurn();
    writes[1]?.end();

    expect((await all).length).toBe(3);
    expect(writes.map(({ asked }) => asked.length)).toEqual([2, 1]);
  });

  it('that fails answers its error to each, and the next write is not affected', async () => {
    const { writes, write } = aScene();
    const failed = Promise.allSettled([write('a1'), write('a2')]);
    await endOfTurn();
    writes[0]?.fail();
    expect((await failed).map(({ status }) => status)).toEqual(['rejected', 'rejected']);

    const next = write('a3');
    await endOfTurn();
    writes[1]?.end();

    expect(await next).toBe('a3 written');
  });
});
