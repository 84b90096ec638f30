import { describe, expect, it } from '@jest/globals';
import { sideBySide } from '#shared/core/side-by-side';

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('work side by side', () => {
  it('is done for all, in any order, and answered in theirs', async () => {
    const results = await sideBySide([3, 1, 2, 0], 2, async (turns) => {
      for (let each = 0; each < turns; each += 1) await turn();
      return `after ${turns}`;
    });
    expect(results).toEqual(['after 3', 'after 1', 'after 2', 'after 0']);
  });

  it('is never more than so many at once, and always that many where there are', async () => {
    let now = 0;
    let most = 0;
    await sideBySide(Array.from({ length: 50 }), 7, async () => {
      now += 1;
      most = Math.max(most, now);
      await turn();
      now -= 1;
    });
    expect(most).toBe(7);
  });

  it('of nothing is nothing, and a failure is told', async () => {
    expect(await sideBySide([], 5, turn)).toEqual([]);
    await expect(sideBySide([1, 2], 1, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  });

  it('begins nothing after a failure, and is over when it is told', async () => {
    const begun: number[] = [];
    const ended: number[] = [];
    const all = sideBySide([1, 2, 3, 4, 5, 6], 3, async (one) => {
      begun.push(one);
      await turn();
      if (one === 2) throw new Error('no');
      for (let each = 0; each < one; each += 1) await turn();
      ended.push(one);
    });

    await expect(all).rejects.toThrow('no');

    expect(ended).toEqual([1, 3]);
    for (let each = 0; each < 20; each += 1) await turn();
    expect(begun).toEqual([1, 2, 3]);
  });
});
