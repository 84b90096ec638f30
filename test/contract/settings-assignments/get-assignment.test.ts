import { describe, expect, it } from '@jest/globals';
import { settings } from '#functions/api/settings/index';
import { getAssignmentContract } from '#shared/settings/assignments/contract';
import { expectAnswer, expectRefusal } from '#test/support/answers';
import { countedCallsTo } from '#test/support/counted-world';
import { aSettingsWorld } from '#test/support/settings-world';

describe('GET /settings_assignments/{id}', () => {
  it('200: returns the assignment in two round trips', async () => {
    const { create, assign, owner, world } = await aSettingsWorld();
    const made = (await assign((await create({})).body.id, ['meetings:internal'])).body;

    const read = await countedCallsTo(world, settings)('GET', `/settings_assignments/${made.id}`, { key: owner.key });

    expect(expectAnswer(getAssignmentContract, read.answer, 200)).toEqual(made);
    expect(read.tally.trips).toBe(2);
  });

  it('404: an unknown id, and an assignment in another workspace', async () => {
    const { create, assign, call, owner, world } = await aSettingsWorld();
    const { id } = (await assign((await create({})).body.id, ['meetings:internal'])).body;
    const stranger = await world.anOwner('Other');

    for (const [path, key] of [
      [`/settings_assignments/${id}`, stranger.key],
      [`/settings_assignments/${world.context.ids.make('asg')}`, owner.key],
      ['/settings_assignments/mine', owner.key],
    ] as const)
      expect(expectRefusal(getAssignmentContract, await call('GET', path, { key }), 404)).toEqual(['not_found']);
  });
});
