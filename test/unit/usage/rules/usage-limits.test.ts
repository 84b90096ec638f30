import fc from 'fast-check';
import type { CountedKind } from '#shared/accounts/usage/rules/usage';
import {
  decideLimits,
  isBeyondLimits,
  isUsedUp,
  type LimitedWorkspace,
  limitSentence,
  limitUses,
  monthsWithoutBots,
  resetsAt,
} from '#shared/accounts/usage/rules/usage-limits';
import type { Instant } from '#shared/foundation/core/time';
import { describe, expect, it } from '#test/support/jest';

const using = (kind: CountedKind, amount: number) => (one: CountedKind) => (one === kind ? amount : 0);

/** The workspace after so much was used, and the thresholds that this crossed. */
function afterUse(workspace: LimitedWorkspace, month: string, kind: CountedKind, amount: number) {
  const decision = decideLimits(workspace, month, limitUses(workspace, month, using(kind, amount)));
  return { ...decision, workspace: { ...workspace, limitStates: decision.states } };
}

describe('the limits of a month', () => {
  it.each([
    [479, null, []],
    [480, 80, [80]],
    [599, 80, [80]],
    [600, 100, [80, 100]],
    [900, 100, [80, 100]],
  ])('of ten minutes, after %i seconds, are at the threshold %s', (seconds, threshold, crossed) => {
    const workspace = { usageLimits: { recorded_minutes: 10 } };

    expect(limitUses(workspace, '2026-11', using('recorded_minutes', seconds))).toMatchObject([{ threshold }]);
    const decision = afterUse(workspace, '2026-11', 'recorded_minutes', seconds);
    expect(decision.crossed.map((one) => one.threshold)).toEqual(crossed);
  });

  it('report each threshold once a month, whatever becomes of the limit and of the use', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({ limit: fc.option(fc.integer({ min: 0, max: 20 })), used: fc.integer({ min: 0, max: 30 }) }),
        ),
        (steps) => {
          const reported: number[] = [];
          let workspace: LimitedWorkspace = {};
          for (const { limit, used } of steps) {
            workspace = { ...workspace, usageLimits: limit === null ? {} : { bots_sent: limit } };
            const decision = afterUse(workspace, '2026-11', 'bots_sent', used);
            workspace = decision.workspace;
            reported.push(...decision.crossed.map(({ threshold }) => threshold));
            expect(monthsWithoutBots(workspace)).toEqual(limit !== null && used >= limit ? ['2026-11'] : []);
          }
          expect(new Set(reported).size).toBe(reported.length);
        },
      ),
    );
  });

  it('begin anew with the next month, and what is counted late for the last month changes that one alone', () => {
    const limited = { usageLimits: { bots_sent: 10 } };
    const november = afterUse(limited, '2026-11', 'bots_sent', 9).workspace;
    const december = afterUse(november, '2026-12', 'bots_sent', 8);
    expect(december.crossed).toMatchObject([{ month: '2026-12', threshold: 80 }]);
    const late = afterUse(december.workspace, '2026-11', 'bots_sent', 10);
    expect(late.crossed).toMatchObject([{ month: '2026-11', threshold: 100 }]);
    expect(isBeyondLimits(late.workspace, Date.UTC(2026, 10, 30, 23, 59) as Instant)).toBe(true);
    expect(isBeyondLimits(late.workspace, Date.UTC(2026, 11, 1) as Instant)).toBe(false);
    const january = afterUse(late.workspace, '2027-01', 'bots_sent', 10);
    expect(afterUse(january.workspace, '2026-11', 'bots_sent', 12)).toMatchObject({ crossed: [], isChanged: false });
  });

  it('of exports keep no bot from being sent', () => {
    const { workspace, crossed } = afterUse({ usageLimits: { exports: 1 } }, '2026-11', 'exports', 1);
    expect(crossed).toHaveLength(2);
    expect(monthsWithoutBots(workspace)).toEqual([]);
  });

  it('of 0 are used up before anything is used, and are not reported', () => {
    const limited = { usageLimits: { translated_characters: 0 } };
    expect(isUsedUp(limited, 'translated_characters', Date.UTC(2026, 10, 1) as Instant)).toBe(true);
    expect(isUsedUp(limited, 'summarized_characters', Date.UTC(2026, 10, 1) as Instant)).toBe(false);
    expect(afterUse(limited, '2026-11', 'bots_sent', 1).crossed).toEqual([]);
  });

  it('reset with the first moment of the next month, also after December', () => {
    expect(resetsAt('2026-12')).toBe(Date.UTC(2027, 0, 1));
    const [use] = limitUses({ usageLimits: { bots_sent: 3 } }, '2026-12', using('bots_sent', 4));
    expect(use && limitSentence(use)).toBe(
      'The workspace has used 4 of 3 bots sent in 2026-12: the limit resets at 2027-01-01T00:00:00.000Z.',
    );
  });
});
