import { besideLine, lowestInTurn } from '#test/benchmarks/beside';
import { describe, expect, it } from '#test/support/jest';

/** Calls that take these times one after the other; each call is noted in `order`. */
const taking = (name: string, times: readonly number[], order: string[]) => {
  const left = [...times];
  return async () => {
    order.push(name);
    return left.shift() ?? Number.NaN;
  };
};

describe('two checkouts that are measured call by call in turn', () => {
  it('have the lowest tenth of their measured calls, without those of the warm-up', async () => {
    const before = taking('before', [0, 0, 5, 9], []);
    const after = taking('after', [1, 1, 8, 6], []);

    expect(await lowestInTurn(before, after, 2)).toEqual({ beforeMs: 5, afterMs: 6 });
  });

  it('go first alternately', async () => {
    const order: string[] = [];
    await lowestInTurn(taking('before', [1, 1], order), taking('after', [1, 1], order), 1);

    expect(order).toEqual(['before', 'after', 'after', 'before']);
  });

  it('are one row with the difference in per cent', () => {
    const row = besideLine({
      name: 'GET /bots',
      own: { beforeMs: 0.5, afterMs: 0.6 },
      withSdk: { beforeMs: 1, afterMs: 1.1 },
    });

    expect(row).toBe('| GET /bots | 0.500 | 0.600 | +20.0 | 1.000 | 1.100 | +10.0 |');
  });
});
