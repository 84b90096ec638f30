import { workspaces } from '#shared/accounts/workspaces/store';
import { LostRace, StoreFailed } from '#shared/foundation/core/store';
import { useFactory } from '#shared/foundation/core/uses';
import { usedIn } from '#shared/foundation/dynamodb/limits';
import { saveWithinPlaces } from '#shared/meetings/bots/commands/save-within-places';
import type { Bot } from '#shared/meetings/bots/rules/bot';
import { aWorld } from '#test/support/api';
import { describe, expect, it } from '#test/support/jest';
import { aBot, minutes } from '#test/unit/bots/rules/a-bot';

const AT = minutes(57);
const planned: Bot = { ...aBot.queued, automatic: true, joinAt: AT };

async function aPlan(after: Bot = planned, before?: Bot) {
  const { context, anOwner } = aWorld({ useOf: useFactory({ planned_bots: 2, first_planned_bots: 1 }) });
  const { workspaceId } = await anOwner();
  const workspace = (await workspaces.find(context.table, workspaceId))?.state;
  if (!workspace) throw new Error('There is no workspace.');
  const loaded = before && { state: before, revision: 1, version: 1 };
  const decide = (isTimeFull: boolean) => ({
    isTimeFull,
    bots: isTimeFull ? [] : [{ before: loaded as never, after }],
  });
  return {
    context,
    take: (amount: number) => context.limitCounter.take(context.useOf('planned_bots', workspaceId, AT, amount)),
    used: () => usedIn(context.table, context.useOf('planned_bots', workspaceId, AT)),
    plan: (save: () => Promise<void> = async () => undefined, within = context) =>
      saveWithinPlaces(within, { workspace, decide, save }),
  };
}

describe('the place of a bot', () => {
  it('is taken once it is planned, up to the limit', async () => {
    const { plan, used } = await aPlan();

    const decided = [await plan(), await plan(), await plan()];

    expect(decided.map(({ isTimeFull }) => isTimeFull)).toEqual([false, false, true]);
    expect(await used()).toBe(2);
  });

  it.each([
    ['given back where another was faster', new LostRace('The row has changed.'), 0],
    ['kept where the bot may be saved', new StoreFailed('No answer.'), 1],
  ])('is %s', async (_what, error, left) => {
    const { plan, used } = await aPlan();

    await expect(plan(() => Promise.reject(error))).rejects.toBe(error);

    expect(await used()).toBe(left);
  });

  it('is given back after it is cancelled, and not where that is not saved', async () => {
    const { plan, take, used } = await aPlan({ ...aBot.cancelled, automatic: true }, planned);
    await take(2);

    await expect(plan(() => Promise.reject(new LostRace('The row has changed.')))).rejects.toThrow(LostRace);
    expect(await used()).toBe(2);
    await plan();

    expect(await used()).toBe(1);
  });

  it('is that of a bot that was sent by hand as well, and none of one that keeps its time', async () => {
    const byHand = await aPlan({ ...planned, automatic: false });
    const kept = await aPlan({ ...planned, botName: 'Scribe' }, planned);
    await byHand.plan();
    await kept.plan();

    expect([await byHand.used(), await kept.used()]).toEqual([1, 0]);
  });

  it('that cannot be given back fails nothing', async () => {
    const { plan, context } = await aPlan({ ...aBot.cancelled, automatic: true }, planned);
    const table = { ...context.table, write: () => Promise.reject(new StoreFailed('No answer.')) };

    expect(await plan(undefined, { ...context, table })).toMatchObject({ isTimeFull: false });
  });
});
