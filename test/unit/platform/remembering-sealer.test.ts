import { describe, expect, it } from '@jest/globals';
import { MINUTE_MS } from '#shared/core/time';
import { rememberingSealer } from '#shared/platform/remembering-sealer';
import { aClock } from '#test/support/api';

const mine = { workspace: 'wks_1', resource: 'whe_1' };

/** A sealer that counts, and that fails as often as it is told to. */
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
        if (left >= 0) throw new Error('The key service is out of reach.');
        return sealed.replace('sealed ', '');
      },
    },
  };
}

const aMemory = (failures?: number) => {
  const clock = aClock();
  const { opened, sealer } = aCountedSealer(failures);
  return { clock, opened, remembering: rememberingSealer(sealer, clock) };
};

describe('opening through the memory', () => {
  it('opens once within five minutes, also for all who ask at the same moment', async () => {
    const { clock, opened, remembering } = aMemory();

    const plain = await Promise.all([remembering.open('sealed a', mine), remembering.open('sealed a', mine)]);
    clock.advance(5 * MINUTE_MS - 1);

    expect([...plain, await remembering.open('sealed a', mine)]).toEqual(['a', 'a', 'a']);
    expect(opened).toHaveLength(1);
  });

  it('forgets after five minutes, from when it was opened and not from when it was last used', async () => {
    const { clock, opened, remembering } = aMemory();
    await remembering.open('sealed a', mine);
    clock.advance(4 * MINUTE_MS);
    await remembering.open('sealed a', mine);

    clock.advance(MINUTE_MS);
    await remembering.open('sealed a', mine);

    expect(opened).toHaveLength(2);
  });

  it.each([
    ['another workspace', { ...mine, workspace: 'wks_2' }],
    ['another endpoint', { ...mine, resource: 'whe_2' }],
  ])('asks the key service anew for %s, which alone may say no', async (_whom, other) => {
    const { opened, remembering } = aMemory();
    await remembering.open('sealed a', mine);

    await remembering.open('sealed a', other);

    expect(opened).toHaveLength(2);
  });

  it('remembers no failure', async () => {
    const { remembering } = aMemory(1);

    await expect(remembering.open('sealed a', mine)).rejects.toThrow('out of reach');

    expect(await remembering.open('sealed a', mine)).toBe('a');
  });

  it('keeps secrets apart', async () => {
    const { remembering } = aMemory();

    expect([await remembering.open('sealed a', mine), await remembering.open('sealed b', mine)]).toEqual(['a', 'b']);
  });

  it('seals without remembering', async () => {
    const { opened, remembering } = aMemory();

    expect(await remembering.seal('a', mine)).toBe('sealed a');
    await remembering.open('sealed a', mine);
    expect(opened).toHaveLength(1);
  });
});
