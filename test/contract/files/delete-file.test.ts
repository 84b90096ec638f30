import { deleteFileContract as contract } from '#shared/foundation/files/contract';
import { expectError, expectSuccess } from '#test/support/expect-response';
import { describe, expect, it } from '#test/support/jest';
import { aFileWorld } from './file-world.ts';

describe('DELETE /files/{id}', () => {
  it('200: answers it once more; then neither it nor any link to it is there', async () => {
    const { upload, read, follow, call, owner, files } = await aFileWorld();
    const { id, url, filename } = (await upload()).body;

    const gone = expectSuccess(contract, await call('DELETE', `/files/${id}`, { key: owner.key }), 200);

    expect(gone).toMatchObject({ id, filename });
    expect([(await read(id)).status, (await follow(url)).status, (await follow(gone.url)).status]).toEqual([
      404, 404, 404,
    ]);
    expect(await files.get(`${owner.workspaceId}/files/${id}`)).toBeUndefined();
    expect(expectError(contract, await call('DELETE', `/files/${id}`, { key: owner.key }), 404)).toEqual(['not_found']);
  });
});
