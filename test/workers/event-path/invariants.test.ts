import fc from 'fast-check';
import { seededRandom } from '#test/benchmarks/random';
import { anEventPath } from '#test/support/event-path';
import { atRandom } from '#test/support/event-path/fault-plans';
import { type Answer, aReceiver } from '#test/support/event-path/receiver';
import { violations } from '#test/support/event-path/violations';
import { describe, expect, it } from '#test/support/jest';
import { sized } from '#test/support/test-size';

const RUNS = sized({ everyday: 20, release: 40 });

const anAnswer: fc.Arbitrary<Answer> = fc.constantFrom<Answer[]>(
  500,
  503,
  410,
  301,
  'timeout_response',
  'connection_reset',
);

/** Some failures, followed by success or by failures only. */
const answers = fc
  .tuple(fc.array(anAnswer, { maxLength: 9 }), fc.constantFrom<Answer>(204, 200, 204, 200, 500))
  .map(([failures, last]) => [...failures, last]);

const scenario = fc.record({
  seed: fc.integer({ min: 1, max: 2 ** 31 }),
  events: fc.integer({ min: 1, max: 3 }),
  receivers: fc.array(answers, { minLength: 1, maxLength: 3 }),
  faults: fc.constantFrom(0, 0.01, 0.03, 0.08),
  duplicates: fc.constantFrom(0, 0.02, 0.1),
});

describe('with failures, duplicates and delays', () => {
  it('every event reaches every endpoint, within the guarantees', async () => {
    await fc.assert(
      fc.asyncProperty(scenario, async ({ seed, events, receivers, faults, duplicates }) => {
        const random = seededRandom(seed);
        const path = anEventPath({
          seed,
          faults: atRandom(faults, random),
          duplicates: () => (random() < duplicates ? Math.floor(random() * 90) : undefined),
        });
        const endpoints = [];
        for (const [at, given] of receivers.entries())
          endpoints.push(
            await path.anEndpoint({
              receiver: aReceiver({ answers: given }),
              pin: at % 2 === 0 ? '2026-10-12' : '2025-11-25',
            }),
          );
        for (let event = 0; event < events; event += 1) await path.happens();

        await path.untilQuiet();

        expect(await violations(path, { events, endpoints })).toEqual([]);
      }),
      { numRuns: RUNS },
    );
  });
});
