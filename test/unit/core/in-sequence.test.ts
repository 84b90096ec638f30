import { inSequence } from '#shared/foundation/core/in-sequence';
import { describe, expect, it } from '#test/support/jest';

describe('work in sequence', () => {
  it('runs in the order of the calls, each after the one before has ended', async () => {
    const log: string[] = [];
    const work = inSequence(async (name: string) => {
      log.push(`${name} begins`);
      await new Promise((resolve) => setImmediate(resolve));
      log.push(`${name} ends`);
      return name;
    });

    const results = await Promise.all([work('one'), work('other')]);

    expect([results, log]).toEqual([
      ['one', 'other'],
      ['one begins', 'one ends', 'other begins', 'other ends'],
    ]);
  });

  it('goes on after a call that failed', async () => {
    const work = inSequence(async (fails: boolean) => {
      if (fails) throw new Error('failed');
      return 'done';
    });

    const results = await Promise.allSettled([work(true), work(false)]);

    expect(results).toMatchObject([{ status: 'rejected' }, { status: 'fulfilled', value: 'done' }]);
  });
});
