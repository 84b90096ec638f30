import { settings } from '#functions/api/settings/index';
import { createSettingsContract, updateSettingsContract } from '#shared/meetings/settings/contract';
import { callsTo } from '#test/support/api';
import { expectError, expectSuccess } from '#test/support/expect-response';
import { describe, expect, it } from '#test/support/jest';
import { aBrandKitWorld } from './brand-kit-world.ts';

/** Workspaces whose settings have a brand kit. */
async function anOffice() {
  const kits = await aBrandKitWorld();
  const { key, workspaceId } = kits.owner;
  const call = callsTo(settings(kits.world.context));
  return {
    ...kits,
    choose: (brand_kit_id: string, more: object = {}) =>
      call('POST', '/settings', { key, body: { workspace_id: workspaceId, branding: { brand_kit_id }, ...more } }),
    rechoose: (id: string, brand_kit_id: string | null) =>
      call('PATCH', `/settings/${id}`, { key, body: { branding: { brand_kit_id } } }),
    assign: (settings_id: string, scope: readonly string[]) =>
      call('POST', '/settings_assignments', { key, body: { settings_id, scope } }),
    chosenBy: async (id: string): Promise<unknown> =>
      (await call('GET', `/settings/${id}`, { key })).body.branding.brand_kit_id,
    jobs: () => kits.dynamo.items().filter((item) => item['sk']?.S?.startsWith('EVENT#job.reach')),
  };
}

describe('settings that choose a brand kit', () => {
  it('201 and 200: one of the workspace, one that is shared with it, and none again', async () => {
    const { create, choose, rechoose, another, owner, call } = await anOffice();
    const own = (await create()).body.id;
    const branch = await another('owner');
    const body = { workspace_id: branch.workspaceId, workspace_ids: [owner.workspaceId] };
    const shared = (await call('POST', '/brand_kits', { key: owner.key, body })).body.id;

    const chosen = expectSuccess(createSettingsContract, await choose(own), 201);
    expect(chosen.branding.brand_kit_id).toBe(own);
    const after = expectSuccess(updateSettingsContract, await rechoose(chosen.id, shared), 200);
    expect(after.branding.brand_kit_id).toBe(shared);
    expect((await rechoose(chosen.id, 'none')).body.branding.brand_kit_id).toBe('none');
    expect((await rechoose(chosen.id, null)).body.branding.brand_kit_id).toBeNull();
  });

  it('422 unusable_setting: a foreign kit, an unknown id, a kit of another own workspace, and for a member', async () => {
    const { create, choose, rechoose, another, owner, call, world, assign } = await anOffice();
    const branch = await another('owner');
    const kit = (await create()).body.id;
    const elsewhere = (
      await call('POST', '/brand_kits', { key: owner.key, body: { workspace_id: branch.workspaceId } })
    ).body.id;
    const stranger = await world.anOwner('Other');
    const theirs = (
      await call('POST', '/brand_kits', { key: stranger.key, body: { workspace_id: stranger.workspaceId } })
    ).body.id;
    const { id } = (await choose('none')).body;

    for (const bad of [elsewhere, theirs, 'brk_01kcw3v9e2f3hb5wnkq8zr6m4t', 'brk_1']) {
      const told = ['unusable_setting branding.brand_kit_id'];
      expect(expectError(createSettingsContract, await choose(bad), 422)).toEqual(told);
      expect(expectError(updateSettingsContract, await rechoose(id, bad), 422)).toEqual(told);
    }
    const chosen = (await choose(kit)).body.id;
    const refused = await assign(chosen, ['member:mem_01kcw3v9e2f3hb5wnkq8zr6m4t']);
    expect(refused.status).toBe(422);
  });
});

describe('a brand kit that is chosen', () => {
  it('is taken out of every settings with its deletion, however many there are', async () => {
    const { create, choose, chosenBy, remove, owner, jobs } = await anOffice();
    const { id } = (await create()).body;
    const other = (await create()).body.id;
    const scoped = (await choose(id, { scope: [`workspace:${owner.workspaceId}`] })).body.id;
    const many: string[] = [];
    for (let nth = 0; nth < 45; nth += 1) many.push((await choose(id)).body.id);
    const apart = (await choose(other)).body.id;
    const before = jobs().length;

    expect((await remove(id)).status).toBe(200);

    for (const each of [scoped, ...many]) expect(await chosenBy(each)).toBeNull();
    expect(await chosenBy(apart)).toBe(other);
    // The workspace's meetings follow: one job, since one of them is assigned.
    expect(jobs().length).toBe(before + 1);
  });

  it('is taken out of the settings of a workspace that it is shared with no more', async () => {
    const { create, chosenBy, update, another, owner, world, choose } = await anOffice();
    const branch = await another('owner');
    const { id } = (await create({ workspace_ids: [branch.workspaceId] })).body;
    const call = callsTo(settings(world.context));
    const body = { workspace_id: branch.workspaceId, branding: { brand_kit_id: id } };
    const theirs = (await call('POST', '/settings', { key: owner.key, body })).body.id;
    const ours = (await choose(id)).body.id;

    expect((await update(id, { workspace_ids: [] })).status).toBe(200);

    expect([await chosenBy(theirs), await chosenBy(ours)]).toEqual([null, id]);
  });

  it('is used by no settings that choose it while it is deleted', async () => {
    const { create, choose, chosenBy, remove } = await anOffice();
    for (let round = 0; round < 5; round += 1) {
      const { id } = (await create()).body;
      const [chosen] = await Promise.all([choose(id), remove(id)]);
      if (chosen.status === 201) expect(await chosenBy(chosen.body.id)).toBeNull();
      else expect([409, 422]).toContain(chosen.status);
    }
  });

  it('has the upcoming meetings of its workspaces follow what it says of bots, and nothing else', async () => {
    const { create, update, another, jobs } = await anOffice();
    const branch = await another('owner');
    const { id } = (await create({ workspace_ids: [branch.workspaceId] })).body;

    // The meetings of the workspace that uses it from now on.
    expect(jobs().length).toBe(1);

    await update(id, { bot: { tile: { color: { value: '#112233' } } }, name: 'Acme' });
    expect(jobs().length).toBe(1);
    await update(id, { bot: { name: 'Acme Notes' } });
    expect(jobs().length).toBe(3);
    await update(id, { bot: { chat: { recording_message: 'Recording.' } } });
    expect(jobs().length).toBe(3);
    await update(id, { bot: { chat: { enabled: true } } });
    expect(jobs().length).toBe(5);
  });
});
