import fc from 'fast-check';
import { HOUR_MS } from '#shared/foundation/core/time';
import { describe, expect, it } from '#test/support/jest';
import { anErasureInBetween, type Happening } from '#test/support/planted-person/an-erasure-in-between';
import { sized } from '#test/support/test-size';

const happening: fc.Arbitrary<Happening> = fc.oneof(
  fc.record({ kind: fc.constant('push' as const), uid: fc.constantFrom('pushed' as const, 'other' as const) }),
  fc.record({
    kind: fc.constant('sync' as const),
    of: fc.constantFrom('google' as const, 'microsoft' as const, 'feed' as const),
  }),
  fc.record({ kind: fc.constant('record' as const) }),
  fc.record({
    kind: fc.constantFrom(
      ...(['export', 'deliver', 'minute', 'one step', 'one step', 'again', 'erase again'] as const),
    ),
  }),
  fc.record({
    kind: fc.constant('killed' as const),
    after: fc.integer({ min: 1, max: 12 }),
    keepsLast: fc.boolean(),
  }),
);

interface Life {
  readonly isMember: boolean;
  readonly before: Happening[];
  readonly after: Happening[];
}

const life: fc.Arbitrary<Life> = fc.record({
  isMember: fc.boolean(),
  before: fc.array(happening, { maxLength: 6 }),
  after: fc.array(happening, { minLength: 2, maxLength: 14 }),
});

/** The messages of the erasure come twice at once, while an event is on its way. */
const TWICE: Life = {
  isMember: false,
  before: [],
  after: [{ kind: 'record' }, { kind: 'again' }, { kind: 'again' }, { kind: 'push', uid: 'pushed' }],
};

describe('a person who is erased between pushes, syncs and a recording', () => {
  it('is left nowhere but where the guide says, and those who stay are counted right', async () => {
    let nth = 0;
    await fc.assert(
      fc.asyncProperty(life, async ({ isMember, before, after }) => {
        nth += 1;
        const { begin, take, erase, end, left, counts, pass } = await anErasureInBetween({ seed: `b${nth}`, isMember });
        await begin();
        expect(left()).not.toEqual([]);
        for (const one of before) await take(one);
        await erase();
        for (const one of after) await take(one);
        await end();

        expect(left()).toEqual([]);
        await pass(72 * HOUR_MS);
        const { shown, slow } = await counts();
        expect(shown).toEqual(slow);
      }),
      { numRuns: sized({ everyday: 4, release: 151 }), examples: [[TWICE]] },
    );
  });
});
