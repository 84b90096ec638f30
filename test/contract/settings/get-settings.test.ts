import { getSettingsContract } from '#shared/meetings/settings/contract';
import { expectSuccess } from '#test/support/expect-response';
import { describe, expect, it } from '#test/support/jest';
import { aSettingsWorld } from '#test/support/settings-world';

describe('GET /settings/{id}', () => {
  it('200: returns the settings', async () => {
    const { create, call, owner } = await aSettingsWorld();
    const made = (await create({ summary: { template: 'lecture' }, scope: ['meetings:internal'] })).body;

    const read = await call('GET', `/settings/${made.id}`, { key: owner.key });

    expect(expectSuccess(getSettingsContract, read, 200)).toEqual(made);
  });
});
