import { getFileContract as contract } from '#shared/foundation/files/contract';
import { expectSuccess } from '#test/support/expect-response';
import { describe, expect, it } from '#test/support/jest';
import { aFileWorld } from './file-world.ts';

describe('GET /files/{id}', () => {
  it('200: with a fresh link each time', async () => {
    const { upload, read, follow } = await aFileWorld();
    const { id } = (await upload()).body;

    const first = expectSuccess(contract, await read(id), 200);
    const second = expectSuccess(contract, await read(id), 200);

    expect({ ...first, url: '' }).toEqual({ ...second, url: '' });
    expect(first.url).not.toBe(second.url);
    expect([(await follow(first.url)).status, (await follow(second.url)).status]).toEqual([200, 200]);
  });
});
