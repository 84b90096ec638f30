import * as v from 'valibot';
import { paidWalks } from '#shared/accounts/workspaces/paid-walks';
import type { WorkspaceId } from '#shared/foundation/core/ids';
import { LIMITS } from '#shared/foundation/core/limits';
import { MINUTE_MS, SECOND_MS } from '#shared/foundation/core/time';
import type { Progress } from '#shared/foundation/events/job-worker';
import { walkTwice } from '#shared/foundation/events/walk-twice';
import { aWorld } from '#test/support/api';
import { describe, expect, it } from '#test/support/jest';

/** A row that takes 62 units, or 124 in a transaction. */
const LARGE = 'x'.repeat(61 * 1_024);

/** A walk of a workspace that writes so many rows of 62 KB, in one page, those that are there not again. */
async function aWalk({ takesTime = false } = {}) {
  const world = aWorld();
  const { context, clock } = world;
  const slept: number[] = [];
  const sleep = async (milliseconds: number) => {
    slept.push(milliseconds);
    if (takesTime) clock.advance(milliseconds);
  };
  const paid = paidWalks({ ...context, sleep });
  let looks = 0;

  const walkOf = (workspaceId: WorkspaceId, rows: number) =>
    paid(
      walkTwice(clock, v.object({}), async () => {
        looks += 1;
        for (let nth = 0; nth < rows; nth += 1) {
          const key = { pk: `${workspaceId}#${nth}`, sk: 'ROW' };
          if (!(await context.table.get(key)))
            await context.table.transact([{ put: { ...key, type: 'row', text: LARGE } }]);
        }
        return undefined;
      }),
    );
  return {
    ...world,
    slept,
    looks: () => looks,
    owner: await world.anOwner(),
    step: (workspaceId: WorkspaceId, rows: number, cursor?: Exclude<Progress, 'done'>['cursor']): Promise<Progress> =>
      walkOf(workspaceId, rows)(
        { content: { workspaceId }, cursor },
        {
          save: async () => undefined,
          timeLeft: () => MINUTE_MS,
        },
      ),
    /** Units of the rows of a workspace. */
    written: (workspaceId: WorkspaceId) =>
      124 * world.dynamo.items().filter(({ pk }) => pk?.S?.startsWith(`${workspaceId}#`)).length,
  };
}

const nextMinute = (now: number) => now - (now % MINUTE_MS) + MINUTE_MS;

describe('a walk through many rows', () => {
  it('writes what its workspace may in a minute, by the size of the rows, and goes on at the same page', async () => {
    const { owner, step, written, clock } = await aWalk();
    const { workspaceId } = owner;
    const most = LIMITS.walk_units.most;

    const first = await step(workspaceId, 400);

    expect(written(workspaceId)).toBeLessThanOrEqual(most);
    expect(written(workspaceId)).toBeGreaterThan(most - 400);
    expect(first).toEqual({ cursor: { walk: 1, list: 0 }, notBefore: nextMinute(clock.now()) });
    clock.advance(MINUTE_MS);
    expect(await step(workspaceId, 400, { walk: 1, list: 0 })).toMatchObject({ cursor: { walk: 2 } });
    expect(written(workspaceId)).toBe(400 * 124);
  });

  it('reads nothing while there is no room', async () => {
    const { owner, step, looks, context, clock } = await aWalk();
    const cursor = { walk: 1, list: 0, after: 'a' };
    const use = context.useOf('walk_units', owner.workspaceId, clock.now());
    await context.limitCounter.take({ ...use, amount: use.most });

    expect(await step(owner.workspaceId, 1, cursor)).toEqual({ cursor, notBefore: nextMinute(clock.now()) });

    expect(looks()).toBe(0);
  });

  it('writes no more than all workspaces that one user founded may, and those of others are not held up', async () => {
    const { owner, step, written, aWorkspaceOf, anOwner } = await aWalk();
    const ids = [owner.workspaceId];
    for (let nth = 0; nth < 3; nth += 1) ids.push((await aWorkspaceOf(owner.userId, `Further ${nth}`)).id);

    for (const id of ids) await step(id, 400);

    const all = ids.reduce((sum, id) => sum + written(id), 0);
    // The first ones of each are three hundred.
    expect(all).toBeLessThanOrEqual(LIMITS.user_walk_units.most + ids.length * 300);
    const other = await anOwner('Other');
    expect(await step(other.workspaceId, 200)).toMatchObject({ cursor: { walk: 2 } });
    expect(written(other.workspaceId)).toBe(200 * 124);
  });

  it('writes 500 units a second, and leaves its worker after 25 seconds', async () => {
    const { owner, step, written, clock } = await aWalk({ takesTime: true });
    const begun = clock.now();

    expect(await step(owner.workspaceId, 400)).toEqual({ cursor: { walk: 1, list: 0 }, isTurnOver: true });

    expect(clock.now() - begun).toBeLessThan(26 * SECOND_MS);
    expect(written(owner.workspaceId)).toBeLessThanOrEqual(26 * 500);
    expect(written(owner.workspaceId)).toBeGreaterThan(24 * 500);
  });

  it('is looked at in its turn where many of its workspace wait: twenty in a minute', async () => {
    const { owner, step, clock } = await aWalk();
    await step(owner.workspaceId, 400);

    const waiting: number[] = [];
    for (let nth = 0; nth < 100; nth += 1) {
      const progress = await step(owner.workspaceId, 1);
      waiting.push(typeof progress === 'object' ? (progress.notBefore ?? 0) - clock.now() : 0);
    }

    expect(waiting.filter((wait) => wait > 4 * MINUTE_MS && wait <= 5 * MINUTE_MS)).toHaveLength(20);
    expect(Math.max(...waiting)).toBeLessThanOrEqual(6 * MINUTE_MS);
  });
});
