import fc from 'fast-check';
import { workspaces as storedWorkspaces } from '#shared/accounts/workspaces/store';
import { DAY_MS } from '#shared/foundation/core/time';
import { useFactory } from '#shared/foundation/core/uses';
import { getFileContentContract as contract } from '#shared/foundation/files/contract';
import { downloadedOf, downloadUses } from '#shared/texts/downloads/downloads-store';
import { LEAST_BYTES } from '#shared/texts/downloads/rules/access-log-line';
import { everyGroup } from '#test/contract/edge/a-deployment';
import { callsTo } from '#test/support/api';
import { expectError } from '#test/support/expect-response';
import { describe, expect, it, jest } from '#test/support/jest';
import { BEYOND_FIRST, useUpDownloads } from '#test/support/used-up-downloads';
import { aGif, aJpeg, anSvg, aPng, aWebp } from '#test/unit/files/rules/images';
import { aFileWorld } from './file-world.ts';

describe('GET /files/{id}/content', () => {
  it.each([
    ['image/png', aPng(), 'inline'],
    ['image/jpeg', aJpeg(), 'inline'],
    ['image/gif', aGif(), 'inline'],
    ['image/webp', aWebp(), 'inline'],
    ['image/svg+xml', anSvg(), 'attachment'],
  ])('200: %s, byte for byte, without a key', async (type, bytes, how) => {
    const { upload, follow } = await aFileWorld();
    const { url, filename } = (await upload({ bytes, filename: 'logo' })).body;

    const { status, headers, body } = await follow(url);

    expect(status).toBe(200);
    expect(Buffer.from(body)).toEqual(bytes);
    expect(headers).toMatchObject({
      'content-type': type,
      'content-disposition': `${how}; filename="${filename}"; filename*=UTF-8''${filename}`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'cache-control': 'public, max-age=300, s-maxage=60',
    });
  });

  it('200: also for a client that accepts images only', async () => {
    const { upload, call } = await aFileWorld();
    const path = (await upload()).body.url.replace('https://api.example.test', '');

    for (const accept of ['image/*', 'image/avif,image/webp,image/apng,*/*;q=0.8', 'image/png'])
      expect((await call('GET', path, { headers: { accept } })).status).toBe(200);
    expect((await call('GET', path, { headers: { accept: 'text/html' } })).status).toBe(406);
  });

  it('carries any name in a header that stays one', async () => {
    const { upload, follow } = await aFileWorld();
    const names = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 30 }),
      fc.constantFrom('a\\"b', "it's (1)*", 'naïve 😀', '%22%0d%0aX: y', '\u202egnp', ';filename=x', '\u0000', '€'),
    );
    await fc.assert(
      fc.asyncProperty(names, async (name) => {
        const filename = name.replaceAll('"', '%22').replaceAll(/[\r\n]/g, '');
        const { url, filename: kept } = (await upload({ bytes: aPng(), filename })).body;
        const header = (await follow(url)).headers['content-disposition'] ?? '';
        expect(header).toMatch(
          /^inline; filename="[\x20-\x21\x23-\x5b\x5d-\x7e]+"; filename\*=UTF-8''[\w.~!#$&+^`|%-]+$/,
        );
        expect(decodeURIComponent(header.split("''")[1] ?? '')).toBe(kept);
      }),
      { numRuns: 60 },
    );
  });

  it('404: with anything about the link changed', async () => {
    const { upload, follow, dynamo } = await aFileWorld();
    const { id, url } = (await upload()).body;
    const other = (await upload()).body;
    const before = dynamo.items();
    const altered = [
      url.replace(id, other.id),
      url.replace(/expires=\d+/, 'expires=9999999999'),
      url.replace(/signature=.*/, 'signature='),
      url.replace(/&signature=.*/, ''),
      url.replace(/expires=\d+&/, ''),
      url.slice(0, -1),
      `${url}A`,
      url.replace('signature=1.', 'signature=2.'),
      url.replace(/\?.*/, ''),
      url.replace(id, 'file_1'),
    ];

    for (const each of altered) expect(expectError(contract, await follow(each), 404)).toEqual(['not_found']);
    expect(dynamo.items()).toEqual(before);
  });

  it('404: in any other spelling, which the edge would cache once more', async () => {
    const { upload, world, files } = await aFileWorld();
    const { url } = (await upload()).body;
    const call = callsTo(everyGroup(world.context));
    const link = url.replace('https://api.example.test', '');
    const spellings = [
      link.replace(/expires=(\d)/, 'expires=%3$1'),
      link.replace('expires', '%65xpires'),
      link.replace('?', '?&'),
      link.replace('&', '&&'),
      `${link}&`,
      link.replace(/(expires=\d+)&(signature=.*)/, '$2&$1'),
      link.replace('?', '/?'),
      link.replace('?', '.json?'),
      link.replace('file_', '%66ile_'),
    ];
    const reading = jest.spyOn(files, 'get');

    for (const each of spellings) expect([each, (await call('GET', each)).status]).toEqual([each, 404]);
    expect(reading).not.toHaveBeenCalled();
    expect((await call('GET', link)).status).toBe(200);
  });

  it('200: HEAD has the headers of GET, without a read of the bytes', async () => {
    const { upload, call, files } = await aFileWorld();
    const link = (await upload()).body.url.replace('https://api.example.test', '');
    const { 'x-request-id': _get, ...headers } = (await call('GET', link)).headers;
    const reading = jest.spyOn(files, 'get');

    const answered = await call('HEAD', link);

    expect(answered).toMatchObject({ status: 200, headers, body: '' });
    expect(reading).not.toHaveBeenCalled();
  });

  it('counts towards the downloads of a day of the workspace and its founder, each as 64 KB at least', async () => {
    const { upload, follow, call, owner, context, clock } = await aFileWorld();
    const { url } = (await upload()).body;
    const uses = downloadUses(useFactory(), { ...owner, founderId: owner.userId }, clock.now());

    await follow(url);
    await follow(url);
    await call('HEAD', url.replace('https://api.example.test', ''));

    const counted = await downloadedOf(context.table, uses);
    expect(counted.map(({ used }) => used)).toEqual([2 * LEAST_BYTES, 2 * LEAST_BYTES]);
  });

  it.each(['workspaceId', 'founderId'])('429: once the downloads of the day are used up, by %s, unread', async (by) => {
    const { upload, follow, files, world, owner, clock } = await aFileWorld();
    const { url } = (await upload()).body;
    if (by === 'founderId') await useUpDownloads(world, { founderId: owner.userId });
    await useUpDownloads(world, { ...owner, less: by === 'founderId' ? BEYOND_FIRST : 0 });
    const reading = jest.spyOn(files, 'get');

    const refused = await follow(url);
    clock.advance(DAY_MS);

    expect(expectError(contract, refused, 429)).toEqual(['rate_limited']);
    expect(reading).not.toHaveBeenCalled();
    expect((await follow(url)).status).toBe(200);
  });

  it('404: after a year', async () => {
    const { upload, follow, clock } = await aFileWorld();
    const { url } = (await upload()).body;

    clock.advance(365 * DAY_MS - 1_000);
    expect((await follow(url)).status).toBe(200);
    clock.advance(1_000);
    expect(expectError(contract, await follow(url), 404)).toEqual(['not_found']);
  });

  it('404: once its workspace is archived, without a read of its bytes', async () => {
    const { upload, follow, files, context, owner, clock } = await aFileWorld();
    const { url } = (await upload()).body;
    const before = await storedWorkspaces.find(context.table, owner.workspaceId);
    if (!before) throw new Error('There is no workspace.');

    const after = { ...before.state, archivedAt: clock.now() };
    await context.changes.save({ at: clock.now(), writes: [storedWorkspaces.put(before, after)] });
    const reading = jest.spyOn(files, 'get');

    expect(expectError(contract, await follow(url), 404)).toEqual(['not_found']);
    expect(reading).not.toHaveBeenCalled();
  });

  it('405: by any other method', async () => {
    const { upload, call } = await aFileWorld();
    const path = (await upload()).body.url.replace('https://api.example.test', '');

    for (const method of ['PUT', 'POST', 'DELETE'])
      expect(expectError(contract, await call(method, path), 405)).toEqual(['method_not_allowed']);
  });
});
