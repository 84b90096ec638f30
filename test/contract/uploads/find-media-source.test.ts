import { DAY_MS, HOUR_MS } from '#shared/foundation/core/time';
import { findMediaSource } from '#shared/texts/ingestions/commands/find-media-source';
import { urlValidator } from '#shared/webhooks/addresses/validate-receiver';
import { describe, expect, it } from '#test/support/jest';
import { anUploadWorld } from './upload-world.ts';

/** Uploads, and what a URL names in their workspace. */
async function aSourceWorld() {
  const made = await anUploadWorld();
  const { world, owner, storage } = made;
  const context = {
    table: world.context.table,
    uploadStorage: storage,
    validateUrl: urlValidator({ baseUrl: world.context.baseUrl, allowLocalReceivers: false }),
  };
  const find = (url: string, workspaceId = owner.workspaceId) =>
    findMediaSource(context, { workspaceId, url, now: world.clock.now() });
  return { ...made, find };
}

const INVALID = { faults: [expect.objectContaining({ code: 'invalid', field: 'url' })] };

describe('the URL of an order', () => {
  it('names an upload by its signed link, also after the link has ended, and by its url', async () => {
    const { createByGet, find, keyOf, world } = await aSourceWorld();
    const { id, signed_url, url } = (await createByGet()).body;
    world.clock.advance(2 * HOUR_MS);

    const upload = { source: { kind: 'upload', key: keyOf(id) }, name: 'call.mp3', url };
    expect([await find(signed_url), await find(url), await find(`${url}?x=1#y`)]).toEqual([upload, upload, upload]);
  });

  it('names a public file', async () => {
    const { find } = await aSourceWorld();

    expect(await find('https://FILES.example.test/a/call%20one.mp3?key=x')).toEqual({
      source: { kind: 'url', url: 'https://files.example.test/a/call%20one.mp3?key=x' },
      name: 'call one.mp3',
      url: 'https://files.example.test/a/call%20one.mp3',
    });
  });

  it('names a file without a path by its host', async () => {
    const { find } = await aSourceWorld();

    expect(await find('https://files.example.test/')).toMatchObject({ name: 'files.example.test' });
  });

  it('names no upload of another workspace, and none that is unknown or has ended', async () => {
    const { createByGet, find, world } = await aSourceWorld();
    const { url } = (await createByGet()).body;
    const other = await world.anOwner('Other');

    await expect(find(url, other.workspaceId)).rejects.toMatchObject(INVALID);
    await expect(find(url.replace(/upl_\w+/, 'upl_00000000000000000000000000'))).rejects.toMatchObject(INVALID);
    await expect(find(url.replace(/wks_\w+/, other.workspaceId))).rejects.toMatchObject(INVALID);
    world.clock.advance(7 * DAY_MS);
    await expect(find(url)).rejects.toMatchObject(INVALID);
  });

  it('names no upload before it is completed', async () => {
    const { create, find, storage, keyOf } = await aSourceWorld();
    const { id } = (await create()).body;

    await expect(find(await storage.urlOf(keyOf(id)))).rejects.toMatchObject(INVALID);
  });

  it.each([
    'http://files.example.test/call.mp3',
    'https://10.0.0.1/call.mp3',
    'https://localhost/call.mp3',
    'file:///etc/passwd',
    'call.mp3',
    '',
  ])('names no file: %j', async (url) => {
    const { find } = await aSourceWorld();

    await expect(find(url)).rejects.toMatchObject(INVALID);
  });
});
