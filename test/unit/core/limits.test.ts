import fc from 'fast-check';
import { readLimits } from '#shared/foundation/core/limits';
import { type Instant, MINUTE_MS } from '#shared/foundation/core/time';
import { limitReached, useFactory } from '#shared/foundation/core/uses';
import { describe, expect, it } from '#test/support/jest';

const instants = fc.integer({ min: 0, max: 4_102_444_800_000 }).map((at) => at as Instant);

describe('a use of something limited', () => {
  it('falls into a window that holds it, and the wait leads into the next one', () => {
    fc.assert(
      fc.property(instants, (now) => {
        const use = useFactory()('bots', 'wks_1', now);
        expect(use.windowStartsAt).toBeLessThanOrEqual(now);
        expect(use.windowEndsAt).toBeGreaterThan(now);

        const waitSeconds = limitReached(use, now).extras.retryInSeconds ?? 0;
        const next = useFactory()('bots', 'wks_1', (now + waitSeconds * 1000) as Instant);
        expect(waitSeconds).toBeGreaterThanOrEqual(1);
        expect(next.windowStartsAt).toBe(use.windowEndsAt);
      }),
    );
  });

  it('says what is limited, and for how long', () => {
    const use = useFactory()('webhook_tests', 'wks_1', MINUTE_MS as Instant);

    expect(limitReached(use, (MINUTE_MS + 500) as Instant).faults).toEqual([
      {
        code: 'rate_limited',
        message: 'The limit is 30 tests of webhook endpoints a minute in one workspace: try again in 60 seconds.',
      },
    ]);
  });
});

describe('the limits a deployment gives', () => {
  it('take the place of the documented ones, each by its name', () => {
    const useOf = useFactory(readLimits('{"bots": 1000, "members": 0}'));

    const mostOf = (name: 'bots' | 'members' | 'pushes') => useOf(name, 'wks_1', 0 as Instant).most;
    expect([mostOf('bots'), mostOf('members'), mostOf('pushes')]).toEqual([1000, 0, 1000]);
  });

  it.each(['{"bot": 1}', '{"bots": -1}', '{"bots": "many"}', '{"bots": 1.5}', '{"toString": 1}'])(
    'are refused when they are wrong: %s',
    (text) => {
      expect(() => readLimits(text)).toThrow('is no limit, or not a whole number');
    },
  );
});
