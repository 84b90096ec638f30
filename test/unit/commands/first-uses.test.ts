import fc from 'fast-check';
import { requireUses, takeUses } from '#shared/foundation/commands/take-uses';
import {
  FOUNDER_LIMITS,
  firstUses,
  LIMITS,
  type LimitOverrides,
  type SharedLimit,
} from '#shared/foundation/core/limits';
import { sharedUses, useFactory } from '#shared/foundation/core/uses';
import { limitCounter, usedIn } from '#shared/foundation/dynamodb/limits';
import { changeStore } from '#shared/foundation/events/change-store';
import { storedSnapshotOf } from '#shared/webhooks/delivery/event-snapshot';
import { inMemoryMainTable } from '#test/doubles/dynamodb/in-memory-dynamodb';
import { tableOver } from '#test/doubles/dynamodb/table-over';
import { aWorld, noon } from '#test/support/api';
import { describe, expect, it } from '#test/support/jest';

const FOUNDER = 'usr_partner';
const pairs = Object.keys(FOUNDER_LIMITS) as readonly SharedLimit[];
const named = pairs.map((limit) => [limit] as const);

/** The three ways in which a use is counted, each with what it throws, or answers, beyond a limit. */
const WAYS = ['a request', 'a worker', 'a transaction'] as const;

function aFounder(limit: SharedLimit, given: LimitOverrides = {}) {
  const { context } = aWorld();
  const { clock, ids } = context;
  const table = tableOver(inMemoryMainTable());
  const counter = limitCounter(table, clock);
  const changes = changeStore(table, { ids, snapshot: storedSnapshotOf, observers: [] });
  const useOf = useFactory(given);
  const { ofFounder } = FOUNDER_LIMITS[limit];
  const usesOf = (workspaceId: string, amount: number) =>
    sharedUses(useOf, limit, { workspaceId, founderId: FOUNDER }, noon, amount);
  return {
    most: useOf(limit, '', noon).most,
    usedOf: (subject: string) => usedIn(table, useOf(subject === FOUNDER ? ofFounder : limit, subject, noon)),
    async usedUp() {
      const use = useOf(ofFounder, FOUNDER, noon);
      await counter.take({ ...use, amount: use.most });
    },
    /** Undefined where the use was counted, else the words of the limit. */
    async use(workspaceId: string, amount: number, way: (typeof WAYS)[number]): Promise<string | undefined> {
      const uses = usesOf(workspaceId, amount);
      if (way === 'a worker') {
        const taken = await takeUses(counter)(uses);
        return 'reached' in taken ? LIMITS[taken.reached].about : undefined;
      }
      const counting =
        way === 'a request' ? requireUses({ limitCounter: counter }, uses) : changes.save({ at: noon, limits: uses });
      const thrown = await counting.then(
        () => undefined,
        (error: unknown) => error,
      );
      return thrown === undefined ? undefined : aboutIn(thrown);
    },
  };
}

const aboutIn = (error: unknown): string => {
  const text = JSON.stringify(error);
  const [found] = Object.values(LIMITS).filter(({ most, about }) => text.includes(`The limit is ${most} ${about}: `));
  return found?.about ?? String(error);
};

describe.each(named)('the first uses of %s, once its founder has none left', (limit) => {
  it.each(WAYS)('are the workspace’s own, and the next one is its founder’s 429, counted by %s', async (way) => {
    const founder = aFounder(limit);
    const first = firstUses(limit, founder.most);
    const amount = Math.max(1, Math.floor(first / 4));
    await founder.usedUp();
    const before = await founder.usedOf(FOUNDER);

    for (let used = 0; used + amount <= first; used += amount)
      expect(await founder.use('wks_third', amount, way)).toBeUndefined();

    expect(await founder.use('wks_third', amount, way)).toBe(LIMITS[FOUNDER_LIMITS[limit].ofFounder].about);
    expect(await founder.usedOf('wks_third')).toBe(first - (first % amount));
    expect(await founder.usedOf(FOUNDER)).toBe(before);
  });
});

describe('the uses of the workspaces of one founder', () => {
  it('are no more than the founder’s limit and the first ones of each, in any order and all at once', async () => {
    const given = { searches: 20, user_searches: 30 };
    const first = firstUses('searches', given.searches);
    const requests = fc.array(
      fc.record({
        workspace: fc.nat({ max: 4 }),
        amount: fc.integer({ min: 1, max: 4 }),
        way: fc.constantFrom(...WAYS.slice(0, 2)),
      }),
      { minLength: 30, maxLength: 80 },
    );
    await fc.assert(
      fc.asyncProperty(requests, fc.boolean(), async (asked, isAtOnce) => {
        const founder = aFounder('searches', given);
        const use = ({ workspace, amount, way }: (typeof asked)[number]) =>
          founder.use(`wks_${workspace}`, amount, way);
        if (isAtOnce) await Promise.all(asked.map(use));
        else for (const one of asked) await use(one);

        const used = await Promise.all([0, 1, 2, 3, 4].map((nth) => founder.usedOf(`wks_${nth}`)));
        const ofFounder = await founder.usedOf(FOUNDER);
        const uncounted = used.reduce((sum, one) => sum + one, 0) - ofFounder;
        expect(Math.max(...used)).toBeLessThanOrEqual(given.searches);
        expect(ofFounder).toBeLessThanOrEqual(given.user_searches);
        expect(uncounted).toBeLessThanOrEqual(5 * first);
      }),
      { numRuns: 20 },
    );
  });

  it('leave each limit of a founder to be one of a workspace, with first uses that fit into both', () => {
    for (const limit of pairs) {
      const { ofFounder } = FOUNDER_LIMITS[limit];
      expect(LIMITS[ofFounder].windowMs).toBe(LIMITS[limit].windowMs);
      expect(firstUses(limit, LIMITS[limit].most)).toBeGreaterThanOrEqual(1);
      expect(firstUses(limit, 1)).toBe(1);
      expect(firstUses(limit, 0)).toBe(0);
    }
  });

  it('are shared of every limit that is kept for a founder and refuses, but for those that have a part of their own', () => {
    const ofFounders = Object.keys(LIMITS).filter((name) => /^(?:trusted_)?user_/.test(name));
    const shared = new Set<string>(pairs.map((limit) => FOUNDER_LIMITS[limit].ofFounder));

    expect(ofFounders.filter((name) => !shared.has(name))).toEqual([
      'user_planned_bots',
      'user_sent_bots',
      'user_bulk_redeliveries',
      'user_webhooks',
      'user_active_feeds',
    ]);
  });
});
