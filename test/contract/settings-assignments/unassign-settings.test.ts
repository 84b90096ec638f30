import { settings } from '#functions/api/settings/index';
import { members } from '#shared/accounts/members/store';
import { workspaces } from '#shared/accounts/workspaces/store';
import { LostRace } from '#shared/foundation/core/store';
import { unassignSettingsContract } from '#shared/meetings/settings/assignments/contract';
import { callsTo } from '#test/support/api';
import { countedCallsTo } from '#test/support/counted-calls';
import { expectError, expectSuccess } from '#test/support/expect-response';
import { describe, expect, it } from '#test/support/jest';
import { aSettingsWorld } from '#test/support/settings-world';

const contract = unassignSettingsContract;

async function aWorldWithSettings() {
  const context = await aSettingsWorld();
  const { id } = (await context.create({ recording: { enabled: true } })).body;
  const { key } = context.owner;
  const remove = (assignment: string, as = key) =>
    context.call('DELETE', `/settings_assignments/${assignment}`, { key: as });
  const assigned = async (scope: readonly string[]) => (await context.assign(id, scope)).body;
  const left = async () => (await context.call('GET', `/settings/${id}`, { key })).body.assignments;
  return { ...context, id, key, remove, assigned, left };
}

describe('DELETE /settings_assignments/{id}', () => {
  it('200: returns the assignment of a member; the scope can be assigned again', async () => {
    const { aMember, assigned, remove, left, world, call, key } = await aWorldWithSettings();
    const ada = await aMember();
    const kept = await assigned(['meetings:external']);
    const made = await assigned([`member:${ada}`]);

    expect(expectSuccess(contract, await remove(made.id), 200)).toEqual(made);

    expect(await left()).toEqual([{ id: kept.id, scope: kept.scope }]);
    expect((await members.find(world.context.table, ada as never))?.state.choices).toEqual([]);
    expect((await call('GET', `/settings_assignments/${made.id}`, { key })).status).toBe(404);
    expect((await assigned([`member:${ada}`])).object).toBe('settings_assignment');
  });

  it('200: an assignment of the workspace', async () => {
    const { assigned, remove, world, owner } = await aWorldWithSettings();
    const kept = await assigned(['meetings:internal']);
    const made = await assigned([`workspace:${owner.workspaceId}`]);

    expectSuccess(contract, await remove(made.id), 200);

    const workspace = await workspaces.find(world.context.table, owner.workspaceId);
    expect(workspace?.state.choices.map(({ assignmentId }) => assignmentId)).toEqual([kept.id]);
  });

  it('200: a meeting no longer lists it at once, and follows with its bot', async () => {
    const { aMember, aMeetingOf, assigned, remove, meeting, settled } = await aWorldWithSettings();
    const id = await aMeetingOf(await aMember());
    const made = await assigned([`meeting:${id}`]);
    expect((await meeting(id)).recordings).toMatchObject([{ status: 'queued' }]);

    expectSuccess(contract, await remove(made.id), 200);
    expect((await meeting(id)).settings.assignments).toEqual([]);
    expect((await assigned([`meeting:${id}`, 'meetings:external'])).object).toBe('settings_assignment');
    await settled();

    const after = await meeting(id);
    expect(after.settings.recording.enabled).toBe(false);
    expect(after.recordings).toMatchObject([{ status: 'cancelled' }]);
  });

  it('200: a meeting that is over keeps its settings', async () => {
    const { aMember, aMeetingOf, assigned, remove, meeting, world } = await aWorldWithSettings();
    const id = await aMeetingOf(await aMember());
    const made = await assigned([`meeting:${id}`]);
    world.clock.advance(86_400_000);

    expectSuccess(contract, await remove(made.id), 200);

    expect((await meeting(id)).settings.recording.enabled).toBe(true);
  });

  it('200 for one of two concurrent requests, 404 for the other', async () => {
    const { aMember, assigned, remove } = await aWorldWithSettings();
    const made = await assigned([`member:${await aMember()}`]);

    const answers = await Promise.all([remove(made.id), remove(made.id)]);

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
  });

  it('200: takes three round trips for a meeting', async () => {
    const { aMember, aMeetingOf, assigned, world, key } = await aWorldWithSettings();
    const made = await assigned([`meeting:${await aMeetingOf(await aMember())}`]);
    const other = await assigned([`member:${await aMember()}`]);
    const call = countedCallsTo(world, settings);
    // The first audited request of a function reads the key of address hashes.
    await call('DELETE', `/settings_assignments/${other.id}`, { key });

    const { answer, tally } = await call('DELETE', `/settings_assignments/${made.id}`, { key });

    expect([answer.status, tally.trips]).toEqual([200, 3]);
  });

  it('404: once it is deleted', async () => {
    const { aMember, assigned, remove } = await aWorldWithSettings();
    const made = await assigned([`member:${await aMember()}`]);
    await remove(made.id);

    expect(expectError(contract, await remove(made.id), 404)).toEqual(['not_found']);
  });

  it('409: the settings are changed during every attempt', async () => {
    const { aMember, assigned, world, key } = await aWorldWithSettings();
    const made = await assigned([`member:${await aMember()}`]);
    const save = async () => {
      throw new LostRace('Always.');
    };
    const call = callsTo(settings({ ...world.context, changes: { save } }));

    const answered = await call('DELETE', `/settings_assignments/${made.id}`, { key });

    expect(expectError(contract, answered, 409)).toEqual(['conflict']);
  });
});
