import { describe, expect, it } from '@jest/globals';
import { settings } from '#functions/api/settings/index';
import { getSettingsContract } from '#shared/settings/contract';
import { expectAnswer, expectRefusal } from '#test/support/answers';
import { countedCallsTo } from '#test/support/counted-world';
import { aSettingsWorld } from '#test/support/settings-world';

describe('GET /settings/{id}', () => {
  it('200: returns the settings in two round trips', async () => {
    const { create, owner, world } = await aSettingsWorld();
    const made = (await create({ summary: { template: 'lecture' }, scope: ['meetings:internal'] })).body;

    const read = await countedCallsTo(world, settings)('GET', `/settings/${made.id}`, { key: owner.key });

    expect(expectAnswer(getSettingsContract, read.answer, 200)).toEqual(made);
    expect(read.tally.trips).toBe(2);
  });

  it('404: an unknown id, and settings of another workspace', async () => {
    const { create, call, owner, world } = await aSettingsWorld();
    const { id } = (await create({})).body;
    const stranger = await world.anOwner('Other');

    for (const [path, key] of [
      [`/settings/${id}`, stranger.key],
      [`/settings/${world.context.ids.make('set')}`, owner.key],
      ['/settings/mine', owner.key],
    ] as const)
      expect(expectRefusal(getSettingsContract, await call('GET', path, { key }), 404)).toEqual(['not_found']);
  });
});
