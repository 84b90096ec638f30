import { LostRace } from '#shared/foundation/core/store';
import { useFactory } from '#shared/foundation/core/uses';
import { createFileContract as contract } from '#shared/foundation/files/contract';
import { LARGEST_FILE } from '#shared/foundation/files/rules/stored-file';
import { aWorld } from '#test/support/api';
import { expectError, expectSuccess } from '#test/support/expect-response';
import { describe, expect, it, jest } from '#test/support/jest';
import { aGif, aJpeg, anSvg, aPng, aWebp } from '#test/unit/files/rules/images';
import { aFileWorld } from './file-world.ts';

/** A PNG of so many bytes. */
const aPngOf = (size: number): Buffer => Buffer.concat([aPng(), Buffer.alloc(size - aPng().length)]);

describe('POST /files', () => {
  it('201: the file, with where it is', async () => {
    const { upload, owner, files } = await aFileWorld();

    const answered = await upload({ bytes: aPng(), filename: 'logo.png' });

    const file = expectSuccess(contract, answered, 201);
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
    const { upload } = await aFileWorld();

    const file = expectSuccess(contract, await upload({ bytes, filename: 'logo.html' }), 201);

    expect([file.content_type, file.filename]).toEqual([type, `logo.${extension}`]);
  });

  it('201: without a name, in a workspace named by its number, by an admin', async () => {
    const { upload, owner, world } = await aFileWorld();
    const admin = await world.aColleague(owner.workspaceId, 'admin');

    const file = expectSuccess(
      contract,
      await upload({ bytes: aPng() }, { workspace_id: String(owner.workspaceNumber) }, admin.key),
      201,
    );

    expect([file.filename, file.workspace_id]).toEqual(['image.png', owner.workspaceId]);
  });

  it('201: in camelCase too, and for callers of older versions', async () => {
    const { call, owner } = await aFileWorld();
    const parts = { file: { bytes: aPng() }, purpose: 'brand_kit', workspaceId: owner.workspaceId };

    const answered = await call('POST', '/files', {
      key: owner.key,
      parts,
      headers: { 'service-version': '2025-11-25' },
    });

    expect(answered.status).toBe(201);
  });

  it.each([
    ['without pixels', 0, 1],
    ['wider than 8,192 pixels', 8193, 1],
    ['higher than 8,192 pixels', 1, 8193],
  ])('422 invalid_format: an image %s', async (_how, width, height) => {
    const { upload } = await aFileWorld();

    const answered = await upload({ bytes: aJpeg(width, height) });

    expect(expectError(contract, answered, 422)).toEqual(['invalid_format file']);
  });

  it('422 invalid_format: an image whose dimensions cannot be read', async () => {
    const { upload } = await aFileWorld();

    const answered = await upload({ bytes: Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0xff, 0xd9]) });

    expect(expectError(contract, answered, 422)).toEqual(['invalid_format file']);
  });

  it('201: the largest there is', async () => {
    const { upload } = await aFileWorld();

    expect(expectSuccess(contract, await upload({ bytes: aPngOf(LARGEST_FILE) }), 201).size).toBe(4_194_304);
  });

  it.each([
    ['files', { files: 0 }],
    ['bytes', { file_bytes: aPng().length - 1 }],
  ])('429: over the limit of %s, before a byte is stored', async (_what, limits) => {
    const { upload, files } = await aFileWorld(aWorld({ useOf: useFactory(limits) }));
    const putting = jest.spyOn(files, 'put');

    expect(expectError(contract, await upload(), 429)).toEqual(['rate_limited']);
    expect(putting).not.toHaveBeenCalled();
  });

  it('409: its bytes are deleted and do not count', async () => {
    const world = aWorld({ useOf: useFactory({ files: 1, file_bytes: aPng().length }) });
    const { upload, files } = await aFileWorld(world);
    jest.spyOn(world.context.changes, 'save').mockRejectedValueOnce(new LostRace());

    expect(expectError(contract, await upload(), 409)).toEqual(['conflict']);
    expect(files.files.size).toBe(0);
    expect((await upload()).status).toBe(201);
  });

  it('422 too_long: one byte more', async () => {
    const { upload, dynamo } = await aFileWorld();
    const before = dynamo.items();

    expect(expectError(contract, await upload({ bytes: aPngOf(LARGEST_FILE + 1) }), 422)).toEqual(['too_long file']);
    expect(dynamo.items().length).toBe(before.length);
  });

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['a page', Buffer.from('<!DOCTYPE html><html><svg/></html>')],
    ['a PDF called PNG', Buffer.from('%PDF-1.7')],
  ])('422 invalid_format: %s', async (_what, bytes) => {
    const { upload } = await aFileWorld();

    expect(expectError(contract, await upload({ bytes, filename: 'logo.png' }), 422)).toEqual(['invalid_format file']);
  });

  it('422: a purpose that there is not, a part that there is not', async () => {
    const { upload } = await aFileWorld();

    expect(expectError(contract, await upload(undefined, { purpose: 'avatar' }), 422)).toEqual(['inclusion purpose']);
    expect(expectError(contract, await upload(undefined, { folder: 'a' }), 422)).toEqual(['unknown_field folder']);
  });

  it('400 missing: everything that is absent', async () => {
    const { call, owner } = await aFileWorld();

    const refused = await call('POST', '/files', { key: owner.key, parts: { workspace_id: owner.workspaceId } });

    expect(expectError(contract, refused, 400)).toEqual(['missing file', 'missing purpose']);
  });

  it('400 bad_request: no workspace, a blank one', async () => {
    const { call, owner, upload } = await aFileWorld();
    const parts = { file: { bytes: aPng() }, purpose: 'brand_kit' };

    expect(expectError(contract, await call('POST', '/files', { key: owner.key, parts }), 400)).toEqual([
      'bad_request workspace_id',
    ]);
    expect(expectError(contract, await upload(undefined, { workspace_id: ' ' }), 400)).toEqual([
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
    const { call, owner } = await aFileWorld();

    const refused = await call('POST', '/files', { key: owner.key, raw, headers: { 'content-type': type } });

    expect(expectError(contract, refused, 400)).toEqual(['bad_request']);
  });
});
