import { brandKits } from '#functions/api/brand-kits/index';
import { listFilesContract as contract } from '#shared/foundation/files/contract';
import { callsTo } from '#test/support/api';
import { expectError, expectSuccess } from '#test/support/expect-response';
import { describe, expect, it } from '#test/support/jest';
import { aPng } from '#test/unit/files/rules/images';
import { aFileWorld } from './file-world.ts';

/** A workspace with three files, the newest first. */
async function threeFiles() {
  const shelf = await aFileWorld();
  const uploaded: string[] = [];
  for (const name of ['a', 'b', 'c']) {
    shelf.clock.advance(1000);
    uploaded.unshift((await shelf.upload({ bytes: aPng(), filename: `${name}.png` })).body.id);
  }
  const list = (query: string, key = shelf.owner.key) => shelf.call('GET', `/files${query}`, { key });
  return { ...shelf, uploaded, list, here: `?workspace_id=${shelf.owner.workspaceId}` };
}

const idsOf = ({ data }: { readonly data: readonly { readonly id: string }[] }) => data.map(({ id }) => id);

describe('GET /files', () => {
  it('200: the files of the workspace, newest first, page by page, each with a link that works', async () => {
    const { list, here, uploaded, call, owner, follow } = await threeFiles();

    const first = expectSuccess(contract, await list(`${here}&limit=2`), 200);
    const next = first._links.next?.url.replace(/^.*\/api\/v1/, '') ?? '';
    const second = expectSuccess(contract, await call('GET', next, { key: owner.key }), 200);

    expect([...idsOf(first), ...idsOf(second)]).toEqual(uploaded);
    expect([first.has_more, second.has_more]).toEqual([true, false]);
    expect((await follow(first.data[0]?.url ?? '')).status).toBe(200);
  });

  it('200: without the copies of brand kits and without deleted files, for a guest too', async () => {
    const { list, here, uploaded, call, owner, world } = await threeFiles();
    const body = { workspace_id: owner.workspaceId, bot: { tile: { logo: { file: uploaded[0] } } } };
    const kit = await callsTo(brandKits(world.context))('POST', '/brand_kits', { key: owner.key, body });
    await call('DELETE', `/files/${uploaded[1]}`, { key: owner.key });
    const guest = await world.aColleague(owner.workspaceId, 'guest');

    const listed = expectSuccess(contract, await list(here, guest.key), 200);

    expect(kit.status).toBe(201);
    expect(idsOf(listed)).toEqual([uploaded[0], uploaded[2]]);
  });

  it('400: no workspace; 401: that of others', async () => {
    const { list, world } = await threeFiles();
    const stranger = await world.anOwner('Other');

    expect(expectError(contract, await list(''), 400)).toEqual(['bad_request workspace_id']);
    expect(expectError(contract, await list(`?workspace_id=${stranger.workspaceId}`), 401)).toEqual(['unauthorized']);
  });
});
