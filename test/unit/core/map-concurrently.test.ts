import { mapConcurrently } from '#shared/foundation/core/map-concurrently';
import { describe, expect, it } from '#test/support/jest';

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('mapping concurrently', () => {
  it('returns the results in the order of the items, in whatever order they end', async () => {
    const results = await mapConcurrently([3, 1, 2, 0], 2, async (turns) => {
      for (let each = 0; each < turns; each += 1) await turn();
      return `after ${turns}`;
    });
    expect(results).toEqual(['after 3', 'after 1', 'after 2', 'after 0']);
  });

  it('works on as many items at once as its limit, and never on more', async () => {
    let now = 0;
    let most = 0;
    await mapConcurrently(Array.from({ length: 50 }), 7, async () => {
      now += 1;
      most = Math.max(most, now);
      await turn();
      now -= 1;
    });
    expect(most).toBe(7);
  });

  it('returns no results for no items, and throws a failure', async () => {
    expect(await mapConcurrently([], 5, turn)).toEqual([]);
    await expect(mapConcurrently([1, 2], 1, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  });

  it('starts no item after a failure, and throws it once the items under way have ended', async () => {
    const started: number[] = [];
    const ended: number[] = [];
    const all = mapConcurrently([1, 2, 3, 4, 5, 6], 3, async (one) => {
      started.push(one);
      await turn();
      if (one === 2) throw new Error('no');
      for (let each = 0; each < one; each += 1) await turn();
      ended.push(one);
    });

    await expect(all).rejects.toThrow('no');

    expect(ended).toEqual([1, 3]);
    for (let each = 0; each < 20; each += 1) await turn();
    expect(started).toEqual([1, 2, 3]);
  });
});
