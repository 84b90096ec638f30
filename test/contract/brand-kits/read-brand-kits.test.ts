import { getBrandKitContract, listBrandKitsContract } from '#shared/meetings/brand-kits/contract';
import { expectError, expectSuccess } from '#test/support/expect-response';
import { describe, expect, it } from '#test/support/jest';
import { aBrandKitWorld } from './brand-kit-world.ts';

/** The owner's kit, shared with a branch; a user of the branch only, and a user of neither. */
async function aSharedKit() {
  const kits = await aBrandKitWorld();
  const branch = await kits.another('owner');
  const other = await kits.another('owner', 'Second');
  const body = { name: 'Acme', workspace_ids: [branch.workspaceId, other.workspaceId] };
  const { id } = (await kits.create(body)).body;
  return { ...kits, branch, other, id, stranger: await kits.world.anOwner('Other') };
}

describe('GET /brand_kits/{id}', () => {
  it('200: for whom it is shared with, who learn of no workspace but their own', async () => {
    const { read, branch, other, owner, id } = await aSharedKit();

    const theirs = expectSuccess(getBrandKitContract, await read(id, branch.key), 200);
    const ours = expectSuccess(getBrandKitContract, await read(id), 200);

    expect([theirs.workspace_id, theirs.workspace_ids]).toEqual([null, [branch.workspaceId]]);
    expect([ours.workspace_id, ours.workspace_ids]).toEqual([
      owner.workspaceId,
      [branch.workspaceId, other.workspaceId],
    ]);
  });

  it('200: with fresh links', async () => {
    const { create, read, aFile } = await aBrandKitWorld();
    const { id } = (await create({ bot: { tile: { logo: { file: await aFile() } } } })).body;
    const link = async () => (await read(id)).body.bot.tile.logo.file.url;

    expect(await link()).not.toBe(await link());
  });

  it('404: a shared kit for a caller of neither workspace', async () => {
    const { read, stranger, id } = await aSharedKit();

    expect(expectError(getBrandKitContract, await read(id, stranger.key), 404)).toEqual(['not_found']);
  });
});

describe('GET /brand_kits', () => {
  it('200: what the workspace owns and what is shared with it, newest first', async () => {
    const { list, create, branch, id, clock, call } = await aSharedKit();
    clock.advance(1_000);
    const own = await call('POST', '/brand_kits', { key: branch.key, body: { workspace_id: branch.workspaceId } });
    await create({ name: 'Not shared' });

    const page = expectSuccess(listBrandKitsContract, await list(branch.workspaceId, branch.key), 200);

    expect(page.data.map((kit: { id: string; workspace_id: string }) => [kit.id, kit.workspace_id])).toEqual([
      [own.body.id, branch.workspaceId],
      [id, null],
    ]);
  });

  it('200: once a kit that the owner shares with itself, page by page', async () => {
    const { create, call, owner, clock } = await aBrandKitWorld();
    for (let nth = 0; nth < 3; nth += 1) {
      clock.advance(1_000);
      await create({ name: `Kit ${nth}`, workspace_ids: [owner.workspaceId] });
    }

    const names: string[] = [];
    let path = `/brand_kits?workspace_id=${owner.workspaceId}&limit=1`;
    for (let page = 0; page < 3; page += 1) {
      const { body } = await call('GET', path, { key: owner.key });
      names.push(...body.data.map(({ name }: { name: string }) => name));
      path = (body._links.next?.url ?? '').replace('https://api.example.test/api/v1', '');
    }

    expect([names, path]).toEqual([['Kit 2', 'Kit 1', 'Kit 0'], '']);
  });

  it('400: without a workspace', async () => {
    const { call, owner } = await aSharedKit();

    expect(expectError(listBrandKitsContract, await call('GET', '/brand_kits', { key: owner.key }), 400)).toEqual([
      'bad_request workspace_id',
    ]);
  });
});
