import fc from 'fast-check';
import type { UserId, WorkspaceId } from '#shared/foundation/core/ids';
import type { LimitName } from '#shared/foundation/core/limits';
import { Throttled } from '#shared/foundation/core/store';
import type { Table } from '#shared/foundation/core/table';
import { useFactory } from '#shared/foundation/core/uses';
import { usedIn } from '#shared/foundation/dynamodb/limits';
import { plannedPlaces } from '#shared/meetings/bots/planned-places-store';
import { placesOfChange } from '#shared/meetings/bots/rules/planned-places';
import { aWorld } from '#test/support/api';
import { describe, expect, it } from '#test/support/jest';
import { aBot, minutes } from '#test/unit/bots/rules/a-bot';

const LIMITS = { planned_bots: 5, first_planned_bots: 2, user_planned_bots: 4 };
const AT = minutes(57);
const bot = { ...aBot.queued, joinAt: AT };

/** Three workspaces of one founder, in which bots are planned and cancelled. */
function aFounder() {
  const useOf = useFactory(LIMITS);
  const { context } = aWorld({ useOf });
  const founderId: UserId = context.ids.make('usr');
  const places = plannedPlaces(context);
  const used = (limit: LimitName, subject: string) => usedIn(context.table, useOf(limit, subject, AT));
  const workspaces: readonly WorkspaceId[] = Array.from({ length: 3 }, () => context.ids.make('wks'));
  const placesIn = (id: WorkspaceId) =>
    placesOfChange(useOf, { id, founderId, ownerId: founderId }, [{ before: undefined, after: bot }]).needed;
  return {
    context,
    placesIn,
    workspaces,
    plan: (id: WorkspaceId) => places.take(placesIn(id)),
    cancel: (id: WorkspaceId) => places.leave(placesIn(id)),
    counted: async () => ({
      inWorkspaces: await Promise.all(workspaces.map((id) => used('planned_bots', id))),
      ofFounder: await used('user_planned_bots', founderId),
    }),
  };
}

/** What is right: bots of each workspace, of which those beyond the first ones count for the founder. */
function aModel() {
  const queued = [0, 0, 0];
  const furtherOf = (count: number) => Math.max(0, count - LIMITS.first_planned_bots);
  const further = () => queued.reduce((sum, count) => sum + furtherOf(count), 0);
  const of = (nth: number) => queued[nth] ?? 0;
  return {
    of,
    counted: () => ({ inWorkspaces: [...queued], ofFounder: further() }),
    change(nth: number, by: number) {
      queued[nth] = of(nth) + by;
    },
    hasRoom(nth: number): boolean {
      if (of(nth) < LIMITS.first_planned_bots) return true;
      return of(nth) < LIMITS.planned_bots && further() < LIMITS.user_planned_bots;
    },
  };
}

const steps = fc.array(fc.record({ nth: fc.nat({ max: 2 }), isPlanned: fc.boolean() }), { maxLength: 40 });

describe('places of bots in three workspaces of one founder', () => {
  it('are counted once, and for the founder beyond the first of each, whatever is planned and cancelled', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (sequence) => {
        const { workspaces, plan, cancel, counted } = aFounder();
        const model = aModel();
        for (const { nth, isPlanned } of sequence) {
          const id = workspaces[nth];
          if (!id) continue;
          if (isPlanned) {
            const hasRoom = model.hasRoom(nth);
            expect(await plan(id)).toBe(hasRoom);
            model.change(nth, Number(hasRoom));
          } else if (model.of(nth) > 0) {
            await cancel(id);
            model.change(nth, -1);
          }
          expect(await counted()).toEqual(model.counted());
        }
      }),
    );
  });
});

describe('a place beyond the first of its workspace', () => {
  /** A workspace whose first places are taken, and a table on which something happens before its nth write. */
  async function aFullStart(before: (nth: number, founder: ReturnType<typeof aFounder>) => Promise<void>) {
    const founder = aFounder();
    const [id] = founder.workspaces;
    if (!id) throw new Error('There is no workspace.');
    for (let nth = 0; nth < LIMITS.first_planned_bots; nth += 1) await founder.plan(id);
    let writes = 0;
    const table: Table = {
      ...founder.context.table,
      async write(write) {
        writes += 1;
        await before(writes, founder);
        return founder.context.table.write(write);
      },
    };
    return { ...founder, id, plan: () => plannedPlaces({ ...founder.context, table }).take(founder.placesIn(id)) };
  }

  it('is given back to its founder where it cannot be counted for the workspace', async () => {
    const { plan, counted } = await aFullStart(async (nth) => {
      if (nth === 3) throw new Throttled('The table is too busy.');
    });

    await expect(plan()).rejects.toThrow(Throttled);

    expect(await counted()).toEqual({ inWorkspaces: [2, 0, 0], ofFounder: 0 });
  });

  it('is one of the first where one of these is left between two writes', async () => {
    const { plan, counted } = await aFullStart(async (nth, { workspaces, cancel }) => {
      if (nth === 3 && workspaces[0]) await cancel(workspaces[0]);
    });

    expect(await plan()).toBe(true);

    expect(await counted()).toEqual({ inWorkspaces: [2, 0, 0], ofFounder: 0 });
  });
});
