import fc from 'fast-check';
import { describe, expect, it } from '#test/support/jest';
import { sized } from '#test/support/test-size';
import { aLivelyWorkspace, life } from './a-drawn-life.ts';

const RUNS = sized({ everyday: 6, release: 250 });
/** Each within the time of a test. */
const PORTIONS = Array.from({ length: sized({ everyday: 1, release: 8 }) }, (_, nth) => nth + 1);

describe.each(PORTIONS)('the meetings of a workspace, in drawn lives, portion %i', () => {
  it('are each in exactly one phase list, which is the phase that they show, at every moment', () =>
    fc.assert(
      fc.asyncProperty(life, async (steps) => {
        const { take, sweep, phaseLists } = await aLivelyWorkspace();

        for (const step of steps) {
          const answered = await take(step);
          expect(answered?.status ?? 200).toBeLessThan(500);
          const before = await phaseLists();
          await sweep();
          const after = await phaseLists();

          expect([before.misplaced, before.listed]).toEqual([[], before.all]);
          expect([after.misplaced, after.listed]).toEqual([[], after.all]);
        }
      }),
      { numRuns: RUNS },
    ));

  it('are in every webhook as a read at its moment shows them, and no later moment is in it', () =>
    fc.assert(
      fc.asyncProperty(life, async (steps) => {
        const { take, sweep, sent } = await aLivelyWorkspace();

        for (const step of steps) {
          await take(step);
          await sweep();
        }

        for (const { at, snapshot, read } of sent) {
          const ends = [snapshot, ...(snapshot.recordings ?? [])].map(({ ended_at }) => Date.parse(ended_at ?? 0));
          expect([snapshot, Math.max(0, ...ends.filter(Number.isFinite)) <= at]).toEqual([read, true]);
        }
      }),
      { numRuns: RUNS },
    ));

  it('have the phase of their newest webhook after every sweep, where a bot was sent to them', () =>
    fc.assert(
      fc.asyncProperty(life, async (steps) => {
        const { take, sweep, lastWords } = await aLivelyWorkspace();

        for (const step of steps) {
          await take(step);
          await sweep();

          for (const { told, read, id } of await lastWords()) expect([id, told]).toEqual([id, read]);
        }
      }),
      { numRuns: RUNS },
    ));
});
