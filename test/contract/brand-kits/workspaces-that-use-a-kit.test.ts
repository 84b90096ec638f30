import { policies } from '#functions/api/policies/index';
import { settings } from '#functions/api/settings/index';
import type { BrandKitId } from '#shared/foundation/core/ids';
import { roleKey } from '#shared/foundation/dynamodb/keys';
import { brandKits } from '#shared/meetings/brand-kits/store';
import { createSettings } from '#shared/meetings/settings/commands/save-settings';
import { callsTo } from '#test/support/api';
import { describe, expect, it } from '#test/support/jest';
import { aBrandKitWorld } from './brand-kit-world.ts';

/** A studio, a further workspace of its owner, and a kit of the studio. */
async function aChain() {
  const studio = await aBrandKitWorld();
  const { world, owner } = studio;
  const { key } = owner;
  const branch = await studio.another('owner');
  const callSettings = callsTo(settings(world.context));
  const callPolicies = callsTo(policies(world.context));
  const kit: BrandKitId = (await studio.create()).body.id;
  const write = (method: string, path: string, body?: object) =>
    (path.startsWith('/policies') ? callPolicies : callSettings)(method, path, { key, ...(body && { body }) });
  return {
    ...studio,
    kit,
    branch,
    callSettings,
    callPolicies,
    write,
    usersOf: async (id: string) => (await studio.read(id)).body.workspace_ids,
    policyOf: async (workspace: string) => (await callPolicies('GET', `/policies/${workspace}`, { key })).body,
    chosenIn: async (workspace: string) =>
      (await callPolicies('GET', `/policies/${workspace}`, { key })).body.settings.branding.brand_kit_id,
    use: (workspace: string, brand_kit_id: string) =>
      write('PATCH', `/policies/${workspace}`, { branding: { brand_kit_id } }),
    makeSettings: (workspace_id: string, brand_kit_id: string, scope: readonly string[]) =>
      write('POST', '/settings', { workspace_id, branding: { brand_kit_id }, scope }),
  };
}

describe('a workspace whose sharer has left it', () => {
  it('follows the kit of the owning workspace on, until it chooses another one', async () => {
    const { kit, branch, update, usersOf, callPolicies, owner, world } = await aChain();
    await update(kit, { workspace_ids: [branch.id] });
    await world.context.table.write({ remove: roleKey(owner.userId, branch.id) });
    const theirs = (method: string, body?: object) =>
      callPolicies(method, `/policies/${branch.id}`, { key: branch.key, ...(body && { body }) });
    const chosen = async () => (await theirs('GET')).body.settings.branding.brand_kit_id;

    expect(await usersOf(kit)).toEqual([]);
    expect((await update(kit, { bot: { name: 'Studio' } })).status).toBe(200);
    expect(await chosen()).toBe(kit);

    expect((await theirs('PATCH', { branding: { brand_kit_id: 'none' } })).status).toBe(200);
    expect(await chosen()).toBe('none');
    expect((await brandKits.find(world.context.table, kit))?.state.workspaceIds).toEqual([]);
  });
});

describe('a workspace in workspace_ids', () => {
  it('has the kit as the choice of all its meetings, in settings that are created where it has none', async () => {
    const { kit, branch, update, usersOf, policyOf, owner } = await aChain();

    expect((await update(kit, { workspace_ids: [branch.id, owner.workspaceId] })).status).toBe(200);

    expect(await usersOf(kit)).toEqual([branch.id, owner.workspaceId]);
    for (const workspace of [branch.id, owner.workspaceId]) {
      const { settings, assignments, sources } = await policyOf(workspace);
      expect(settings.branding.brand_kit_id).toBe(kit);
      expect(assignments).toMatchObject([{ scope: [`workspace:${workspace}`] }]);
      expect(sources['branding.brand_kit_id']).toEqual({ assignment_id: assignments[0].id });
    }
  });

  it('keeps its other values, and settings that it shares with others stay as they are', async () => {
    const { kit, branch, update, policyOf, write } = await aChain();
    const body = { workspace_id: branch.id, recording: { enabled: true }, scope: [`workspace:${branch.id}`] };
    const { id } = (await write('POST', '/settings', body)).body;
    await write('POST', '/settings_assignments', { settings_id: id, scope: ['meetings:external'] });

    await update(kit, { workspace_ids: [branch.id] });

    const { settings } = await policyOf(branch.id);
    expect([settings.recording.enabled, settings.branding.brand_kit_id]).toEqual([true, kit]);
    expect((await write('GET', `/settings/${id}`)).body).toMatchObject({
      branding: { brand_kit_id: null },
      assignments: [{ scope: ['meetings:external'] }],
    });
  });

  it('has the choice undone when it is taken out', async () => {
    const { kit, branch, owner, update, usersOf, chosenIn } = await aChain();
    await update(kit, { workspace_ids: [branch.id, owner.workspaceId] });

    await update(kit, { workspace_ids: [branch.id] });
    expect([await chosenIn(owner.workspaceId), await chosenIn(branch.id)]).toEqual(['none', kit]);
    await update(kit, { workspace_ids: [] });

    expect(await chosenIn(branch.id)).toBe('none');
    expect(await usersOf(kit)).toEqual([]);
  });

  it('leaves the kit that it used', async () => {
    const { kit, branch, owner, create, update, usersOf, chosenIn } = await aChain();
    const both = [branch.id, owner.workspaceId];
    await update(kit, { workspace_ids: both });

    const other = (await create({ workspace_ids: both })).body;

    expect(other.workspace_ids).toEqual(both);
    expect(await usersOf(kit)).toEqual([]);
    expect([await chosenIn(branch.id), await chosenIn(owner.workspaceId)]).toEqual([other.id, other.id]);
  });

  it('is not the owning workspace, unless it is named or chooses the kit', async () => {
    const { kit, usersOf, chosenIn, owner } = await aChain();

    expect(await usersOf(kit)).toEqual([]);
    expect(await chosenIn(owner.workspaceId)).toBe('none');
  });

  it('is one of twenty, of which each has chosen the kit', async () => {
    const { another, create, chosenIn, usersOf, update } = await aChain();
    const all: string[] = [];
    for (let nth = 0; nth < 20; nth += 1) all.push((await another('owner', `Branch${nth}`)).id);

    const { body } = await create({ workspace_ids: all });

    expect(await usersOf(body.id)).toEqual(all);
    expect(new Set(await Promise.all(all.map(chosenIn)))).toEqual(new Set([body.id]));
    await update(body.id, { workspace_ids: [] });
    expect(new Set(await Promise.all(all.map(chosenIn)))).toEqual(new Set(['none']));
  });
});

describe('a workspace that chooses a kit in settings', () => {
  it('is listed by the kit, and the kit that it left lists it no more', async () => {
    const { kit, create, usersOf, use, owner } = await aChain();
    const other = (await create()).body.id;

    await use(owner.workspaceId, kit);
    expect([await usersOf(kit), await usersOf(other)]).toEqual([[owner.workspaceId], []]);
    await use(owner.workspaceId, other);
    expect([await usersOf(kit), await usersOf(other)]).toEqual([[], [owner.workspaceId]]);
    await use(owner.workspaceId, 'none');
    expect([await usersOf(kit), await usersOf(other)]).toEqual([[], []]);
  });

  it('is listed for as long as the settings are assigned to all its meetings', async () => {
    const { kit, usersOf, makeSettings, write, owner } = await aChain();
    const all = [`workspace:${owner.workspaceId}`];

    const { id, assignments } = (await makeSettings(owner.workspaceId, kit, all)).body;
    expect(await usersOf(kit)).toEqual([owner.workspaceId]);
    await write('DELETE', `/settings_assignments/${assignments[0].id}`);
    expect(await usersOf(kit)).toEqual([]);
    await write('POST', '/settings_assignments', { settings_id: id, scope: all });
    expect(await usersOf(kit)).toEqual([owner.workspaceId]);
    await write('DELETE', `/settings/${id}`);
    expect(await usersOf(kit)).toEqual([]);
  });

  it('is not listed for a choice of external meetings alone', async () => {
    const { kit, usersOf, makeSettings, owner } = await aChain();

    expect((await makeSettings(owner.workspaceId, kit, ['meetings:external'])).status).toBe(201);

    expect(await usersOf(kit)).toEqual([]);
  });

  it('leaves a kit of another workspace in all its settings', async () => {
    const { kit, branch, update, usersOf, use, makeSettings, write } = await aChain();
    await update(kit, { workspace_ids: [branch.id] });
    const external = (await makeSettings(branch.id, kit, ['meetings:external'])).body.id;

    await use(branch.id, 'none');

    expect(await usersOf(kit)).toEqual([]);
    expect((await write('GET', `/settings/${external}`)).body.branding.brand_kit_id).toBeNull();
    expect((await makeSettings(branch.id, kit, ['meetings:internal'])).status).toBe(422);
  });
});

describe('settings that choose a kit while it is taken from their workspace', () => {
  it('are refused: the save depends on the kit being for the workspace, not on the kit alone', async () => {
    const { context, kit, branch, update, usersOf } = await aChain();
    await update(kit, { workspace_ids: [branch.id] });
    let saves = 0;
    const save = async (changes: Parameters<typeof context.changes.save>[0]): Promise<void> => {
      saves += 1;
      if (saves === 1) await update(kit, { workspace_ids: [] });
      await context.changes.save(changes);
    };
    const values = { 'branding.brand_kit_id': kit };

    const choosing = createSettings({ ...context, changes: { save } })({
      workspaceId: branch.id,
      values,
      scope: undefined,
    });

    await expect(choosing).rejects.toThrow(
      'branding.brand_kit_id must be none, or the id of a brand kit of the workspace',
    );
    expect([saves, await usersOf(kit)]).toEqual([1, []]);
  });
});
