import { settings } from '#functions/api/settings/index';
import { members } from '#shared/accounts/members/store';
import { workspaces } from '#shared/accounts/workspaces/store';
import type { Changes } from '#shared/foundation/commands/changes';
import { LostRace } from '#shared/foundation/core/store';
import { MINUTE_MS } from '#shared/foundation/core/time';
import { deleteSettingsContract } from '#shared/meetings/settings/contract';
import { callsTo } from '#test/support/api';
import { expectError, expectSuccess } from '#test/support/expect-response';
import { describe, expect, it } from '#test/support/jest';
import { aSettingsWorld } from '#test/support/settings-world';

const contract = deleteSettingsContract;
const RECORDED = { recording: { enabled: true } };

async function aWorldToDeleteIn() {
  const context = await aSettingsWorld();
  const { key, workspaceId } = context.owner;
  return {
    ...context,
    key,
    everybody: `workspace:${workspaceId}`,
    remove: (id: string, as = key) => context.call('DELETE', `/settings/${id}`, { key: as }),
    read: (path: string) => context.call('GET', path, { key }),
    choicesOfWorkspace: async () => (await workspaces.find(context.world.context.table, workspaceId))?.state.choices,
  };
}

describe('DELETE /settings/{id}', () => {
  it('200: returns the settings as they were; they and their assignments then no longer exist', async () => {
    const { create, assign, remove, read, aMember, everybody, owner } = await aWorldToDeleteIn();
    const made = (await create({ ...RECORDED, scope: [everybody] })).body;
    const second = (await assign(made.id, [`member:${await aMember()}`])).body;
    const left = (await read(`/settings/${made.id}`)).body;

    expect(expectSuccess(contract, await remove(made.id), 200)).toEqual(left);

    expect((await read(`/settings/${made.id}`)).status).toBe(404);
    for (const { id } of [...made.assignments, second])
      expect((await read(`/settings_assignments/${id}`)).status).toBe(404);
    for (const path of ['/settings', '/settings_assignments'])
      expect((await read(`${path}?workspace_id=${owner.workspaceId}`)).body.data).toEqual([]);
    expect(expectError(contract, await remove(made.id), 404)).toEqual(['not_found']);
  });

  it('200: policies and new meetings ignore them at once', async () => {
    const { create, remove, aMember, aMeetingOf, meeting, everybody } = await aWorldToDeleteIn();
    const { id } = (await create({ ...RECORDED, scope: [everybody] })).body;
    await remove(id);

    expect((await meeting(await aMeetingOf(await aMember()))).settings).toMatchObject({
      recording: { enabled: false },
      assignments: [],
    });
  });

  it('200: upcoming meetings of every scope follow in the background, and no scope names the settings afterwards', async () => {
    const { create, assign, remove, settled, aMember, aMeetingOf, meeting, everybody, choicesOfWorkspace, world } =
      await aWorldToDeleteIn();
    const [ada, ben] = [await aMember('Ada'), await aMember('Ben')];
    const { id } = (await create({ ...RECORDED, scope: [everybody] })).body;
    await assign(id, [`member:${ada}`, 'meetings:internal']);
    const ids = [await aMeetingOf(ada), await aMeetingOf(ben)];
    await assign(id, [`meeting:${ids[1]}`]);

    await remove(id);
    await settled();

    for (const one of ids) {
      const { settings: block, recordings } = await meeting(one);
      expect(block).toMatchObject({ recording: { enabled: false }, assignments: [] });
      expect(recordings).toMatchObject([{ status: 'cancelled' }]);
    }
    expect(await choicesOfWorkspace()).toEqual([]);
    expect((await members.find(world.context.table, ada as never))?.state.choices).toEqual([]);
  });

  it('200: each of their scopes can be assigned again before the background job has run', async () => {
    const { create, assign, remove, settled, aMember, aMeetingOf, meeting, everybody, choicesOfWorkspace } =
      await aWorldToDeleteIn();
    const ada = await aMember();
    const meetingId = await aMeetingOf(ada);
    const scopes = [[everybody], [`member:${ada}`], [`meeting:${meetingId}`]];
    const old = (await create({ transcription: { language: 'fr' } })).body;
    for (const scope of scopes) expect((await assign(old.id, scope)).status).toBe(201);
    await remove(old.id);

    const made = (await create({ ...RECORDED, scope: [everybody] })).body;
    for (const scope of scopes.slice(1)) expect((await assign(made.id, scope)).status).toBe(201);
    await settled();

    expect(await choicesOfWorkspace()).toMatchObject([{ settingsId: made.id }]);
    const { assignments } = (await meeting(meetingId)).settings;
    expect(assignments.map(({ settings_id }: { settings_id: string }) => settings_id)).toEqual(
      scopes.map(() => made.id),
    );
  });

  it('200: a hundred assignments are deleted with them', async () => {
    const { create, assign, remove, read, aMember, settled, world } = await aWorldToDeleteIn();
    const { id } = (await create(RECORDED)).body;
    const ids: string[] = [];
    for (let count = 0; count < 100; count += 1) {
      if (count % 50 === 0) world.clock.advance(MINUTE_MS);
      const member = await aMember(`M${count}`);
      ids.push((await assign(id, [`member:${member}`])).body.id);
    }

    world.clock.advance(MINUTE_MS);

    expect(expectSuccess(contract, await remove(id), 200).assignments).toHaveLength(100);

    for (const one of ids) expect((await read(`/settings_assignments/${one}`)).status).toBe(404);
    await settled();
  });

  it('200: the job deletes assignments beyond one transaction when the function is killed in between', async () => {
    const { create, assign, read, aMember, settled, world, key } = await aWorldToDeleteIn();
    const { id } = (await create(RECORDED)).body;
    const ids: string[] = [];
    for (let count = 0; count < 100; count += 1) {
      if (count % 50 === 0) world.clock.advance(MINUTE_MS);
      ids.push((await assign(id, [`member:${await aMember(`M${count}`)}`])).body.id);
    }
    world.clock.advance(MINUTE_MS);
    let saves = 0;
    const save = async (changes: Changes) => {
      saves += 1;
      if (saves > 1) throw new Error('killed');
      await world.context.changes.save(changes);
    };

    await callsTo(settings({ ...world.context, changes: { save } }))('DELETE', `/settings/${id}`, { key });
    expect((await read(`/settings/${id}`)).status).toBe(404);
    await settled();

    for (const one of ids) expect((await read(`/settings_assignments/${one}`)).status).toBe(404);
  });

  it('200: a meeting that is over keeps its settings', async () => {
    const { create, remove, settled, aMember, aMeetingOf, meeting, world } = await aWorldToDeleteIn();
    const id = await aMeetingOf(await aMember());
    const made = (await create({ ...RECORDED, scope: [`meeting:${id}`] })).body;
    world.clock.advance(86_400_000);

    await remove(made.id);
    await settled();

    expect((await meeting(id)).settings.recording.enabled).toBe(true);
  });

  it('200 for one of two concurrent requests, 404 for the other', async () => {
    const { create, remove } = await aWorldToDeleteIn();
    const { id } = (await create(RECORDED)).body;

    const answers = await Promise.all([remove(id), remove(id)]);

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
  });

  it('409: the settings are changed during every attempt', async () => {
    const { create, world, key } = await aWorldToDeleteIn();
    const { id } = (await create(RECORDED)).body;
    const save = async () => {
      throw new LostRace('Always.');
    };

    const answered = await callsTo(settings({ ...world.context, changes: { save } }))('DELETE', `/settings/${id}`, {
      key,
    });

    expect(expectError(contract, answered, 409)).toEqual(['conflict']);
  });
});
