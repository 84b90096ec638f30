import { describe, expect, it } from '@jest/globals';
import { getFileContract as contract } from '#shared/files/contract';
import { expectAnswer, expectRefusal } from '#test/support/answers';
import { aShelf } from './a-shelf.ts';

describe('GET /files/{id}', () => {
  it.each(['owner', 'admin', 'member', 'guest'] as const)('200: for every %s, with a fresh link', async (role) => {
    const { upload, read, follow, owner, world } = await aShelf();
    const { id } = (await upload()).body;
    const { key } = await world.aColleague(owner.workspaceId, role);

    const first = expectAnswer(contract, await read(id, key), 200);
    const second = expectAnswer(contract, await read(id, key), 200);

    expect({ ...first, url: '' }).toEqual({ ...second, url: '' });
    expect(first.url).not.toBe(second.url);
    expect([(await follow(first.url)).status, (await follow(second.url)).status]).toEqual([200, 200]);
  });

  it('404: a file of another workspace, and an unknown id', async () => {
    const { upload, read, world } = await aShelf();
    const { id } = (await upload()).body;
    const stranger = await world.anOwner('Other');

    expect(expectRefusal(contract, await read(id, stranger.key), 404)).toEqual(['not_found']);
    expect(expectRefusal(contract, await read('file_01kcw3v9e2f3hb5wnkq8zr6m4t'), 404)).toEqual(['not_found']);
  });
});
