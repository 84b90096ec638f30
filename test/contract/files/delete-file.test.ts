import { describe, expect, it } from '@jest/globals';
import { deleteFileContract as contract } from '#shared/files/contract';
import { expectAnswer, expectRefusal } from '#test/support/answers';
import { aShelf } from './a-shelf.ts';

describe('DELETE /files/{id}', () => {
  it('200: answers it once more; then neither it nor any link to it is there', async () => {
    const { upload, read, follow, call, owner, files } = await aShelf();
    const { id, url, filename } = (await upload()).body;

    const gone = expectAnswer(contract, await call('DELETE', `/files/${id}`, { key: owner.key }), 200);

    expect(gone).toMatchObject({ id, filename });
    expect([(await read(id)).status, (await follow(url)).status, (await follow(gone.url)).status]).toEqual([
      404, 404, 404,
    ]);
    expect(await files.get(`${owner.workspaceId}/files/${id}`)).toBeUndefined();
    expect(expectRefusal(contract, await call('DELETE', `/files/${id}`, { key: owner.key }), 404)).toEqual([
      'not_found',
    ]);
  });

  it('401: members and guests; 404: strangers', async () => {
    const { upload, call, owner, world } = await aShelf();
    const { id } = (await upload()).body;
    const stranger = await world.anOwner('Other');

    for (const role of ['member', 'guest'] as const) {
      const { key } = await world.aColleague(owner.workspaceId, role);
      expect(expectRefusal(contract, await call('DELETE', `/files/${id}`, { key }), 401)).toEqual(['unauthorized']);
    }
    expect(expectRefusal(contract, await call('DELETE', `/files/${id}`, { key: stranger.key }), 404)).toEqual([
      'not_found',
    ]);
  });
});
