import { workspaces as storedWorkspaces } from '#shared/accounts/workspaces/store';
import { deleteBrandKitContract as contract } from '#shared/meetings/brand-kits/contract';
import { expectError, expectSuccess } from '#test/support/expect-response';
import { describe, expect, it } from '#test/support/jest';
import { aBrandKitWorld } from './brand-kit-world.ts';

describe('DELETE /brand_kits/{id}', () => {
  it('200: answers it once more; then it is nowhere, nor are its images', async () => {
    const { create, remove, read, list, aFile, another, follow, dynamo } = await aBrandKitWorld();
    const branch = await another('owner');
    const body = { bot: { tile: { logo: { file: await aFile() } } }, workspace_ids: [branch.workspaceId] };
    const kit = (await create(body)).body;

    const gone = expectSuccess(contract, await remove(kit.id), 200);

    expect([gone.id, gone.workspace_ids]).toEqual([kit.id, [branch.workspaceId]]);
    expect([(await read(kit.id)).status, (await follow(kit.bot.tile.logo.file.url)).status]).toEqual([404, 404]);
    expect([(await list()).body.data, (await list(branch.workspaceId)).body.data]).toEqual([[], []]);
    expect(dynamo.items().filter((item) => item['pk']?.S === kit.id)).toEqual([]);
    expect(expectError(contract, await remove(kit.id), 404)).toEqual(['not_found']);
  });

  it('401: without the role in the owning workspace, or in one that it is shared with', async () => {
    const { create, remove, another, owner, world } = await aBrandKitWorld();
    const branch = await another('owner');
    const { id } = (await create({ workspace_ids: [branch.workspaceId] })).body;
    const member = await world.aColleague(owner.workspaceId, 'member');
    const admin = await world.aColleague(owner.workspaceId, 'admin');

    for (const key of [member.key, admin.key, branch.key])
      expect(expectError(contract, await remove(id, key), 401)).toEqual(['unauthorized']);
    expect((await remove(id)).status).toBe(200);
  });

  it('200: an archived workspace that it is shared with has no say', async () => {
    const { create, remove, another, world, context, clock } = await aBrandKitWorld();
    const branch = await another('owner');
    const { id } = (await create({ workspace_ids: [branch.workspaceId] })).body;
    const before = await storedWorkspaces.find(context.table, branch.workspaceId);
    if (!before) throw new Error('There is no such workspace.');
    const after = { ...before.state, archivedAt: clock.now() };
    await world.context.changes.save({ at: clock.now(), writes: [storedWorkspaces.put(before, after)] });

    expect((await remove(id)).status).toBe(200);
  });
});
