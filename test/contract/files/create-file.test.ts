import { describe, expect, it } from '@jest/globals';
import { createFileContract as contract } from '#shared/files/contract';
import { LARGEST_FILE } from '#shared/files/rules/stored-file';
import { expectAnswer, expectRefusal } from '#test/support/answers';
import { aGif, aJpeg, anSvg, aPng, aWebp } from '#test/unit/files/rules/images';
import { aShelf } from './a-shelf.ts';

/** A PNG of so many bytes. */
const aPngOf = (size: number): Buffer => Buffer.concat([aPng(), Buffer.alloc(size - aPng().length)]);

describe('POST /files', () => {
  it('201: the file, with where it is', async () => {
    const { upload, owner, files } = await aShelf();

    const answered = await upload({ bytes: aPng(), filename: 'logo.png' });

    const file = expectAnswer(contract, answered, 201);
    expect(file).toMatchObject({
      object: 'file',
      purpose: 'brand_kit',
      workspace_id: owner.workspaceId,
      filename: 'logo.png',
      content_type: 'image/png',
      size: aPng().length,
      created_at: '2026-11-02T12:00:00.000Z',
    });
    expect(answered.headers['location']).toBe(`https://api.example.test/api/v1/files/${file.id}`);
    expect(Buffer.from((await files.get(`${owner.workspaceId}/files/${file.id}`)) ?? [])).toEqual(aPng());
  });

  it.each([
    ['image/png', aPng(), 'png'],
    ['image/jpeg', aJpeg(), 'jpg'],
    ['image/gif', aGif(), 'gif'],
    ['image/webp', aWebp(), 'webp'],
    ['image/svg+xml', anSvg(), 'svg'],
  ])('201: %s, whatever its name says', async (type, bytes, extension) => {
    const { upload } = await aShelf();

    const file = expectAnswer(contract, await upload({ bytes, filename: 'logo.html' }), 201);

    expect([file.content_type, file.filename]).toEqual([type, `logo.${extension}`]);
  });

  it('201: without a name, in a workspace named by its number, by an admin', async () => {
    const { upload, owner, world } = await aShelf();
    const admin = await world.aColleague(owner.workspaceId, 'admin');

    const file = expectAnswer(
      contract,
      await upload({ bytes: aPng() }, { workspace_id: String(owner.workspaceNumber) }, admin.key),
      201,
    );

    expect([file.filename, file.workspace_id]).toEqual(['image.png', owner.workspaceId]);
  });

  it('201: in camelCase too, and for callers of older versions', async () => {
    const { call, owner } = await aShelf();
    const parts = { file: { bytes: aPng() }, purpose: 'brand_kit', workspaceId: owner.workspaceId };

    const answered = await call('POST', '/files', {
      key: owner.key,
      parts,
      headers: { 'service-version': '2025-11-25' },
    });

    expect(answered.status).toBe(201);
  });

  it('201: the largest there is', async () => {
    const { upload } = await aShelf();

    expect(expectAnswer(contract, await upload({ bytes: aPngOf(LARGEST_FILE) }), 201).size).toBe(4_194_304);
  });

  it('422 too_long: one byte more', async () => {
    const { upload, dynamo } = await aShelf();
    const before = dynamo.items();

    expect(expectRefusal(contract, await upload({ bytes: aPngOf(LARGEST_FILE + 1) }), 422)).toEqual(['too_long file']);
    expect(dynamo.items().length).toBe(before.length);
  });

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['a page', Buffer.from('<!DOCTYPE html><html><svg/></html>')],
    ['a PDF called PNG', Buffer.from('%PDF-1.7')],
  ])('422 invalid_format: %s', async (_what, bytes) => {
    const { upload } = await aShelf();

    expect(expectRefusal(contract, await upload({ bytes, filename: 'logo.png' }), 422)).toEqual([
      'invalid_format file',
    ]);
  });

  it('422: a purpose that there is not, a part that there is not', async () => {
    const { upload } = await aShelf();

    expect(expectRefusal(contract, await upload(undefined, { purpose: 'avatar' }), 422)).toEqual(['inclusion purpose']);
    expect(expectRefusal(contract, await upload(undefined, { folder: 'a' }), 422)).toEqual(['unknown_field folder']);
  });

  it('400 missing: everything that is absent', async () => {
    const { call, owner } = await aShelf();

    const refused = await call('POST', '/files', { key: owner.key, parts: { workspace_id: owner.workspaceId } });

    expect(expectRefusal(contract, refused, 400)).toEqual(['missing file', 'missing purpose']);
  });

  it('400 bad_request: no workspace, a blank one', async () => {
    const { call, owner, upload } = await aShelf();
    const parts = { file: { bytes: aPng() }, purpose: 'brand_kit' };

    expect(expectRefusal(contract, await call('POST', '/files', { key: owner.key, parts }), 400)).toEqual([
      'bad_request workspace_id',
    ]);
    expect(expectRefusal(contract, await upload(undefined, { workspace_id: ' ' }), 400)).toEqual([
      'bad_request workspace_id',
    ]);
  });

  it.each([
    ['JSON', '{"purpose":"brand_kit"}', 'application/json'],
    ['a form without files', 'purpose=brand_kit', 'application/x-www-form-urlencoded'],
    ['a form without a boundary', '--B--', 'multipart/form-data'],
    ['nothing at all', '', 'multipart/form-data; boundary=B'],
    [
      'a form cut short',
      '--B\r\nContent-Disposition: form-data; name="file"\r\n\r\nx',
      'multipart/form-data; boundary=B',
    ],
    [
      'two of a part',
      '--B\r\nContent-Disposition: form-data; name="purpose"\r\n\r\nx\r\n'.repeat(2).concat('--B--'),
      'multipart/form-data; boundary=B',
    ],
  ])('400 bad_request: %s', async (_what, raw, type) => {
    const { call, owner } = await aShelf();

    const refused = await call('POST', '/files', { key: owner.key, raw, headers: { 'content-type': type } });

    expect(expectRefusal(contract, refused, 400)).toEqual(['bad_request']);
  });

  it('401: members and guests, a workspace of others, no key', async () => {
    const { upload, call, owner, world } = await aShelf();
    const stranger = await world.anOwner('Other');

    for (const role of ['member', 'guest'] as const) {
      const { key } = await world.aColleague(owner.workspaceId, role);
      expect(expectRefusal(contract, await upload(undefined, {}, key), 401)).toEqual(['unauthorized']);
    }
    expect(expectRefusal(contract, await upload(undefined, {}, stranger.key), 401)).toEqual(['unauthorized']);
    expect(expectRefusal(contract, await call('POST', '/files', { raw: 'x' }), 401)).toEqual(['missing_api_key']);
  });
});
