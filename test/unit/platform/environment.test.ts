import { lazy, lazyHandler } from '#shared/foundation/platform/environment';
import { describe, expect, it } from '#test/support/jest';

describe('a lazy value', () => {
  it('is made once, at its first use', () => {
    let made = 0;
    const value = lazy(() => {
      made += 1;
      return undefined;
    });
    expect(made).toBe(0);

    value();
    value();

    expect(made).toBe(1);
  });

  it('is made again after making it failed', () => {
    let attempts = 0;
    const value = lazy(() => {
      attempts += 1;
      if (attempts === 1) throw new Error('The environment variable TABLE_NAME is not set.');
      return attempts;
    });

    expect(value).toThrow('TABLE_NAME');
    expect([value(), value()]).toEqual([2, 2]);
  });
});

describe('a lazy handler', () => {
  it('is built at its first call and takes the arguments of every call', async () => {
    let built = 0;
    const handler = lazyHandler(() => {
      built += 1;
      return async (one: number, other: number) => one + other;
    });
    expect(built).toBe(0);

    expect([await handler(1, 2), await handler(3, 4)]).toEqual([3, 7]);
    expect(built).toBe(1);
  });
});
