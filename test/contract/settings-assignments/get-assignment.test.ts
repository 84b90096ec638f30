import { getAssignmentContract } from '#shared/meetings/settings/assignments/contract';
import { expectSuccess } from '#test/support/expect-response';
import { describe, expect, it } from '#test/support/jest';
import { aSettingsWorld } from '#test/support/settings-world';

describe('GET /settings_assignments/{id}', () => {
  it('200: returns the assignment', async () => {
    const { create, assign, call, owner } = await aSettingsWorld();
    const made = (await assign((await create({})).body.id, ['meetings:internal'])).body;

    const read = await call('GET', `/settings_assignments/${made.id}`, { key: owner.key });

    expect(expectSuccess(getAssignmentContract, read, 200)).toEqual(made);
  });
});
