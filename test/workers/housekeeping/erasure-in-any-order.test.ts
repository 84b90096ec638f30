import fc from 'fast-check';
import { inflated } from '#shared/foundation/dynamodb/deflated-text';
import { commandContext } from '#shared/wiring/command-context';
import { aPeopleWorld } from '#test/contract/people/a-people-world';
import { housekeepingWorker } from '#test/support/housekeeping-worker';
import { describe, expect, it } from '#test/support/jest';
import { untilKilled } from '#test/support/until-killed';

const GRACE = 'grace@navy.test';

const steps = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('push' as const), uid: fc.constantFrom('one', 'two'), at: fc.constantFrom(-2, 5) }),
    fc.record({ kind: fc.constantFrom('erase' as const, 'minute' as const) }),
    fc.record({
      kind: fc.constant('killed' as const),
      after: fc.integer({ min: 1, max: 12 }),
      keepsLast: fc.boolean(),
    }),
  ),
  { minLength: 3, maxLength: 12 },
);

type Step = (typeof steps extends fc.Arbitrary<infer Steps> ? Steps : never)[number];

/** Pushes, erasures, minutes of the sweeper, and workers of jobs that are killed after so many writes. */
async function aHistory() {
  const world = await aPeopleWorld();
  const { call, owner, personOf, push, worker } = world;
  const { context } = world.world;
  const killed = async (kill: { readonly after: number; readonly keepsLast: boolean }) => {
    const dying = commandContext({ ...context, table: untilKilled(context.table, kill) });
    await housekeepingWorker(world.world, { context: { ...context, ...dying } })
      .runOnce()
      .catch((error: Error) => expect(error.message).toContain('killed'));
  };
  return {
    async take(step: Step) {
      if (step.kind === 'push') await push(step);
      else if (step.kind === 'minute') await worker.minute();
      else if (step.kind === 'killed') await killed(step);
      else {
        const person = await personOf(GRACE);
        if (person) await call('DELETE', `/people/${person.id}`, { key: owner.key });
      }
    },
    end: () => worker.untilQuiet(),
    stored: () =>
      world.world.dynamo
        .items()
        .flatMap((item) => Object.values(item))
        .map((value) => (value.B ? inflated(value.B) : JSON.stringify(value)))
        .join('\n'),
  };
}

describe('a person who is erased at the end', () => {
  it('is left nowhere after pushes, erasures and killed workers in any order, and a push brings nothing back', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (taken) => {
        const { take, end, stored } = await aHistory();
        await take({ kind: 'push', uid: 'one', at: -2 });
        for (const step of taken) await take(step);
        await end();
        await take({ kind: 'erase' });
        await end();
        expect(stored()).not.toMatch(/grace/i);

        await take({ kind: 'push', uid: 'two', at: 5 });
        await end();
        expect(stored()).not.toMatch(/grace/i);
      }),
      { numRuns: 15 },
    );
  });
});
