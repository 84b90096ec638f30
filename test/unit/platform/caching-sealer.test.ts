import { MINUTE_MS } from '#shared/foundation/core/time';
import { cachingSealer } from '#shared/foundation/platform/caching-sealer';
import { aClock } from '#test/support/api';
import { describe, expect, it } from '#test/support/jest';

const mine = { workspace: 'wks_1', resource: 'whe_1' };

/** A sealer that records what it opens, and fails so many times. */
function aCountedSealer(failures = 0) {
  const opened: string[] = [];
  let left = failures;
  return {
    opened,
    sealer: {
      seal: async (plaintext: string) => `sealed ${plaintext}`,
      open: async (sealed: string) => {
        opened.push(sealed);
        left -= 1;
        if (left >= 0) throw new Error('KMS is out of reach.');
        return sealed.replace('sealed ', '');
      },
    },
  };
}

const aCache = (failures?: number) => {
  const clock = aClock();
  const { opened, sealer } = aCountedSealer(failures);
  return { clock, opened, caching: cachingSealer(sealer, clock) };
};

describe('opening a secret through the cache', () => {
  it('opens it once in five minutes, also for concurrent calls', async () => {
    const { clock, opened, caching } = aCache();

    const plain = await Promise.all([caching.open('sealed a', mine), caching.open('sealed a', mine)]);
    clock.advance(5 * MINUTE_MS - 1);

    expect([...plain, await caching.open('sealed a', mine)]).toEqual(['a', 'a', 'a']);
    expect(opened).toHaveLength(1);
  });

  it('opens it again after five minutes, counted from when it was opened and not from its last use', async () => {
    const { clock, opened, caching } = aCache();
    await caching.open('sealed a', mine);
    clock.advance(4 * MINUTE_MS);
    await caching.open('sealed a', mine);

    clock.advance(MINUTE_MS);
    await caching.open('sealed a', mine);

    expect(opened).toHaveLength(2);
  });

  it.each([
    ['another workspace', { ...mine, workspace: 'wks_2' }],
    ['another endpoint', { ...mine, resource: 'whe_2' }],
  ])('opens it again with the context of %s, which KMS may refuse', async (_whom, other) => {
    const { opened, caching } = aCache();
    await caching.open('sealed a', mine);

    await caching.open('sealed a', other);

    expect(opened).toHaveLength(2);
  });

  it('does not cache a failure', async () => {
    const { caching } = aCache(1);

    await expect(caching.open('sealed a', mine)).rejects.toThrow('out of reach');

    expect(await caching.open('sealed a', mine)).toBe('a');
  });

  it('keeps several secrets apart', async () => {
    const { caching } = aCache();

    expect([await caching.open('sealed a', mine), await caching.open('sealed b', mine)]).toEqual(['a', 'b']);
  });

  it('does not cache a secret that is sealed', async () => {
    const { opened, caching } = aCache();

    expect(await caching.seal('a', mine)).toBe('sealed a');
    await caching.open('sealed a', mine);
    expect(opened).toHaveLength(1);
  });
});
