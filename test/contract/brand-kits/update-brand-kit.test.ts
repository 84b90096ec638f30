import { LostRace } from '#shared/foundation/core/store';
import { useFactory } from '#shared/foundation/core/uses';
import { updateBrandKitContract as contract } from '#shared/meetings/brand-kits/contract';
import { aWorld } from '#test/support/api';
import { expectError, expectSuccess } from '#test/support/expect-response';
import { describe, expect, it, jest } from '#test/support/jest';
import { putOlderRole } from '#test/support/older-role';
import { aPng } from '#test/unit/files/rules/images';
import { aBrandKitWorld } from './brand-kit-world.ts';

describe('PATCH /brand_kits/{id}', () => {
  it('200: writes only what it names, at any depth, and keeps the options of other types', async () => {
    const { create, update, clock } = await aBrandKitWorld();
    const tile = { type: 'color', color: { value: '#112233' } };
    const before = (await create({ name: 'Acme', bot: { name: 'Notes', tile }, metadata: { a: '1', b: '2' } })).body;
    clock.advance(1_000);

    const after = expectSuccess(
      contract,
      await update(before.id, {
        bot: { tile: { type: 'default' }, chat: { enabled: true } },
        email: { branded: { cta: { label: 'Open' } } },
        metadata: { a: '', c: 3 },
      }),
      200,
    );

    expect(after).toEqual({
      ...before,
      bot: {
        ...before.bot,
        tile: { ...before.bot.tile, type: 'default' },
        chat: { ...before.bot.chat, enabled: true },
      },
      email: {
        ...before.email,
        branded: { ...before.email.branded, cta: { type: 'open_meeting', label: 'Open', url: null } },
      },
      metadata: { b: '2', c: '3' },
      updated_at: '2026-11-02T12:00:01.000Z',
    });
  });

  it('429: over the limit of bytes, which copies count towards; 409: its copies are deleted and do not count', async () => {
    const world = aWorld({ useOf: useFactory({ file_bytes: 2 * aPng().length }) });
    const { create, update, aFile, files } = await aBrandKitWorld(world);
    const logo = { bot: { tile: { logo: { file: await aFile() } } } };
    const { id } = (await create()).body;
    const saving = jest.spyOn(world.context.changes, 'save').mockRejectedValue(new LostRace());

    expect(expectError(contract, await update(id, logo), 409)).toEqual(['conflict']);
    saving.mockRestore();
    expect(files.files.size).toBe(1);
    expect((await update(id, logo)).status).toBe(200);
    const image = { bot: { tile: { image: logo.bot.tile.logo } } };
    expect(expectError(contract, await update(id, image), 429)).toEqual(['rate_limited']);
    expect(files.files.size).toBe(2);
  });

  it('200: null takes away; an image goes with its bytes', async () => {
    const { create, update, aFile, follow } = await aBrandKitWorld();
    const [logo, own] = [await aFile(), await aFile()];
    const kit = (
      await create({ name: 'A', bot: { tile: { logo: { file: logo } } }, email: { branded: { logo: own } } })
    ).body;

    const after = (await update(kit.id, { name: null, email: { branded: { logo: null } } })).body;

    expect([after.name, after.email.branded.logo.id, after.bot.tile.logo.file.id]).toEqual([null, logo, logo]);
    expect((await follow(kit.email.branded.logo.url)).status).toBe(404);
    expect((await follow(kit.bot.tile.logo.file.url)).status).toBe(200);
  });

  it('200: an image that is there already stays, though its file is gone; another takes its place', async () => {
    const { create, update, aFile, deleteFile, follow, dynamo } = await aBrandKitWorld();
    const [first, second] = [await aFile(), await aFile()];
    const kit = (await create({ bot: { tile: { type: 'logo', logo: { file: first } } } })).body;
    await deleteFile(first);
    const before = dynamo.items();

    const same = await update(kit.id, { bot: { tile: { logo: { file: first } } } });
    expect([same.status, dynamo.items().length]).toEqual([200, before.length]);

    const other = (await update(kit.id, { bot: { tile: { logo: { file: second } } } })).body;
    expect(other.bot.tile.logo.file.id).toBe(second);
    expect([
      (await follow(kit.bot.tile.logo.file.url)).status,
      (await follow(other.bot.tile.logo.file.url)).status,
    ]).toEqual([404, 200]);
  });

  it('200: nothing new writes nothing', async () => {
    const { create, update, dynamo } = await aBrandKitWorld();
    const kit = (await create({ name: 'Acme' })).body;
    const before = dynamo.items();

    expect((await update(kit.id, { name: 'Acme', bot: {} })).body).toEqual(kit);
    expect((await update(kit.id, {})).body).toEqual(kit);
    expect(dynamo.items()).toEqual(before);
  });

  it('200: shares it and takes it back', async () => {
    const { create, update, list, another } = await aBrandKitWorld();
    const branch = await another('admin');
    const { id } = (await create()).body;
    const theirs = async () => (await list(branch.workspaceId)).body.data.length;

    expect((await update(id, { workspace_ids: [branch.workspaceId] })).body.workspace_ids).toEqual([
      branch.workspaceId,
    ]);
    expect(await theirs()).toBe(1);
    expect((await update(id, { workspace_ids: [] })).body.workspace_ids).toEqual([]);
    expect(await theirs()).toBe(0);
  });

  it('200: leaves alone whom it is shared with and the key does not know of', async () => {
    const { create, update, read, another, owner, world } = await aBrandKitWorld();
    const branch = await another('admin');
    const { id } = (await create({ workspace_ids: [branch.workspaceId] })).body;
    const colleague = await world.aColleague(owner.workspaceId, 'admin');

    const seen = (await update(id, { workspace_ids: [] }, colleague.key)).body;

    expect([seen.workspace_ids, (await read(id)).body.workspace_ids]).toEqual([[], [branch.workspaceId]]);
  });

  it('401: members of the owner, those it is shared with, workspaces the key may not administer', async () => {
    const { create, update, another, owner, world } = await aBrandKitWorld();
    const branch = await another('member');
    const member = await world.aColleague(owner.workspaceId, 'member');
    const { id } = (await create()).body;
    await world.context.changes.save({ at: world.clock.now() });

    expect(expectError(contract, await update(id, { name: 'B' }, member.key), 401)).toEqual(['unauthorized']);
    expect(expectError(contract, await update(id, { workspace_ids: [branch.workspaceId] }), 401)).toEqual([
      'unauthorized',
    ]);
    const theirs = await another('owner', 'Theirs');
    await update(id, { workspace_ids: [theirs.workspaceId] });
    expect(expectError(contract, await update(id, { name: 'B' }, theirs.key), 401)).toEqual(['unauthorized']);
  });

  it('422, and 400 for no body', async () => {
    const { create, update, call, owner } = await aBrandKitWorld();
    const { id } = (await create()).body;

    expect(expectError(contract, await update(id, { workspace_id: owner.workspaceId }), 422)).toEqual([
      'unknown_field workspace_id',
    ]);
    expect(expectError(contract, await update(id, { email: { branded: { cta: { type: 'link' } } } }), 422)).toEqual([
      'missing email.branded.cta.label',
      'missing email.branded.cta.url',
    ]);
    expect(expectError(contract, await call('PATCH', `/brand_kits/${id}`, { key: owner.key }), 400)).toEqual([
      'bad_request',
    ]);
  });

  it('200: moves to twenty other workspaces with everything else that can change, in one go', async () => {
    const { create, update, another, aFile, list, read } = await aBrandKitWorld();
    const branches = [];
    for (let nth = 0; nth < 40; nth += 1) branches.push((await another('owner', `Branch${nth}`)).workspaceId);
    const [before, after] = [branches.slice(0, 20), branches.slice(20)];
    const images = async () => {
      const [logo, image, mail] = [await aFile(), await aFile(), await aFile()];
      return { bot: { tile: { logo: { file: logo }, image: { file: image } } }, email: { branded: { logo: mail } } };
    };
    const kit = (await create({ ...(await images()), workspace_ids: before })).body;
    const next = await images();

    const changed = await update(kit.id, { ...next, bot: { ...next.bot, name: 'New' }, workspace_ids: after });

    expect([changed.status, changed.body.workspace_ids]).toEqual([200, after]);
    expect((await list(before[0])).body.data).toEqual([]);
    expect((await list(after[19])).body.data.map(({ id }: { id: string }) => id)).toEqual([kit.id]);
    expect((await read(kit.id)).body.bot.name).toBe('New');
  });

  it('422 too_long: more than twenty with those that the key does not know of', async () => {
    const { create, update, another, owner, world } = await aBrandKitWorld();
    const branch = await another('owner');
    const { id } = (await create({ workspace_ids: [branch.workspaceId] })).body;
    const colleague = await world.aColleague(owner.workspaceId, 'admin');
    const theirs = [];
    for (let nth = 0; nth < 20; nth += 1) {
      const other = await world.anOwner(`Other${nth}`);
      const membership = { userId: colleague.userId, workspaceId: other.workspaceId, role: 'admin' as const };
      const createdAt = world.clock.now();
      await world.context.changes.save({ at: createdAt, writes: [putOlderRole({ ...membership, createdAt })] });
      theirs.push(other.workspaceId);
    }

    const refused = await update(id, { workspace_ids: theirs }, colleague.key);
    expect(expectError(contract, refused, 422)).toEqual(['too_long workspace_ids']);
    expect((await update(id, { workspace_ids: theirs.slice(1) }, colleague.key)).status).toBe(200);
  });

  it('keeps both of two changes at once', async () => {
    const { create, update, read } = await aBrandKitWorld();
    const { id } = (await create()).body;

    const answers = await Promise.all([
      update(id, { bot: { name: 'Notes' } }),
      update(id, { bot: { chat: { enabled: true } } }),
      update(id, { email: { type: 'branded' } }),
    ]);

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await read(id)).body).toMatchObject({
      bot: { name: 'Notes', chat: { enabled: true } },
      email: { type: 'branded' },
    });
  });
});
