import { DAY_MS, HOUR_MS } from '#shared/foundation/core/time';
import { setUsageLimits } from '#shared/lifecycle/usage/commands/set-usage-limits';
import {
  completeUploadContract,
  createUploadContract,
  getUploadContract,
  newUploadContract,
} from '#shared/texts/uploads/contract';
import { expectError, expectSuccess } from '#test/support/expect-response';
import { describe, expect, it, jest } from '#test/support/jest';
import { anUploadWorld } from './upload-world.ts';

const UNKNOWN = 'upl_00000000000000000000000000';

describe('GET /uploads/new', () => {
  it('200: a link that takes a PUT for an hour, in the only workspace of the key', async () => {
    const { createByGet, owner, keyOf, world } = await anUploadWorld();

    const made = expectSuccess(newUploadContract, await createByGet(), 200);

    const endsAt = world.clock.now() + HOUR_MS;
    expect(made).toEqual({
      id: expect.stringMatching(/^upl_/),
      object: 'upload',
      workspace_id: owner.workspaceId,
      filename: 'call.mp3',
      size: null,
      signed_url: `https://files.example.test/${keyOf(made.id)}?until=${endsAt}`,
      parts: null,
      url: `https://files.example.test/${keyOf(made.id)}`,
      expires_at: new Date(endsAt).toISOString(),
    });
  });

  it('200: to HEAD, which creates nothing', async () => {
    const { createByGet, rows } = await anUploadWorld();

    const answered = await createByGet('filename=call.mp3', 'HEAD');

    expect([answered.status, rows()]).toEqual([200, []]);
  });

  it.each([
    ['of/a/path/call.mp3', 'call.mp3'],
    ['C:\\calls\\call.mp3', 'call.mp3'],
    ['a\u202Ell.mp3', 'all.mp3'],
    [`${'é'.repeat(300)}.mp3`, `${'é'.repeat(196)}.mp3`],
  ])('200: keeps of the file name %j what is its name', async (sent, kept) => {
    const { createByGet } = await anUploadWorld();

    const { body } = await createByGet(`filename=${encodeURIComponent(sent)}`);

    expect(body.filename).toBe(kept);
  });

  it('200: a link that is signed with the size, anew too', async () => {
    const { createByGet, read } = await anUploadWorld();

    const made = expectSuccess(newUploadContract, await createByGet('filename=call.mp3&size=2147483648'), 200);

    expect([made.size, made.signed_url]).toEqual([2 ** 31, expect.stringContaining('length=2147483648&')]);
    expect((await read(made.id)).body.signed_url).toContain('length=2147483648&');
  });

  it.each(['0', '-1', '1.5', '1e3', '0x10', '', '2147483649', '99999999999999999999', 'x'])(
    '400: for the size %j',
    async (size) => {
      const { createByGet, rows } = await anUploadWorld();

      const refused = await createByGet(`filename=call.mp3&size=${size}`);

      expect(expectError(newUploadContract, refused, 400)).toEqual(['bad_request size']);
      expect(rows()).toEqual([]);
    },
  );

  it('429: for a sixth upload that is not used, of any number at once, until a link has ended', async () => {
    const { createByGet, rows, world } = await anUploadWorld();

    const answers = await Promise.all(Array.from({ length: 20 }, () => createByGet()));

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(rows()).toHaveLength(5);
    const refused = await createByGet();
    expect(expectError(newUploadContract, refused, 429)).toEqual(['rate_limited']);
    expect(refused.body.retry_in_seconds).toBe(HOUR_MS / 1000);
    world.clock.advance(HOUR_MS);
    expect((await createByGet()).status).toBe(200);
  });

  it('200: for a sixth upload where another user made the five, and where they came in parts', async () => {
    const { createByGet, create, call, world, owner } = await anUploadWorld();
    const { key } = await world.aColleague(owner.workspaceId, 'member');
    for (let made = 0; made < 5; made += 1) {
      await create();
      await call('GET', '/uploads/new?filename=call.mp3', { key });
    }

    expect((await createByGet()).status).toBe(200);
  });

  it.each(['filename=', 'filename=folder%2F', 'filename=%00', 'filename=a&colour=red'])(
    '400: without a file name, and with an unknown parameter: %j',
    async (query) => {
      const { createByGet, rows } = await anUploadWorld();

      expect(expectError(newUploadContract, await createByGet(query), 400)[0]).toMatch(/^bad_request/);
      expect(rows()).toEqual([]);
    },
  );

  it('400: without the parameter', async () => {
    const { createByGet } = await anUploadWorld();

    expect(expectError(newUploadContract, await createByGet(''), 400)).toEqual(['missing filename']);
  });

  it('429: after 100 uploads in an hour, in parts or not', async () => {
    const { createByGet, create, rows } = await anUploadWorld();
    await createByGet();
    for (let made = 1; made < 100; made += 1) await create();

    expect(expectError(newUploadContract, await createByGet(), 429)).toEqual(['rate_limited']);
    expect(expectError(createUploadContract, await create(), 429)).toEqual(['rate_limited']);
    expect(rows()).toHaveLength(100);
  });
});

describe('POST /uploads', () => {
  it('429 and 403: begins no upload in parts beyond the limit, and none without room', async () => {
    const { create, owner, storage, world } = await anUploadWorld();
    const beginning = jest.spyOn(storage, 'begin');
    await setUsageLimits(world.context)(owner.workspaceId, { stored_bytes: 100 * 20_000_000 - 1 });
    for (let made = 1; made < 100; made += 1) await create();
    expect(beginning).toHaveBeenCalledTimes(99);

    expect(expectError(createUploadContract, await create(), 403)).toEqual(['plan_upgrade_required']);
    const smaller = await Promise.all(Array.from({ length: 20 }, () => create({ size: 1 })));

    expect(smaller.map(({ status }) => status).sort()).toEqual([201, ...Array(19).fill(429)]);
    expect(beginning).toHaveBeenCalledTimes(100);
  });

  it('201: a link for each part of 8 MB, signed with its length', async () => {
    const { create } = await anUploadWorld();

    const answered = await create();

    const made = expectSuccess(createUploadContract, answered, 201);
    expect([made.size, made.signed_url, made.url]).toEqual([20_000_000, null, null]);
    expect(made.parts.map(({ signed_url }: { signed_url: string }) => /length=(\d+)/.exec(signed_url)?.[1])).toEqual([
      '8388608',
      '8388608',
      '3222784',
    ]);
    expect(answered.headers['location']).toMatch(new RegExp(`/uploads/${made.id}$`));
  });

  it('201: the largest file has 256 parts', async () => {
    const { create } = await anUploadWorld();

    const made = expectSuccess(createUploadContract, await create({ size: 2 ** 31 }), 201);

    expect(made.parts).toHaveLength(256);
  });

  it('201: a repeated request signs anew, since no record keeps a link', async () => {
    const { create, rows, world } = await anUploadWorld();
    const headers = { 'idempotency-key': 'one' };
    const first = await create({}, headers);
    world.clock.advance(HOUR_MS);

    const again = await create({}, headers);

    expect([again.status, again.body.id, rows().length]).toEqual([201, first.body.id, 1]);
    expect(Date.parse(again.body.expires_at) - Date.parse(first.body.expires_at)).toBe(HOUR_MS);
    expect(again.body.parts[0].signed_url).not.toBe(first.body.parts[0].signed_url);
  });

  it.each([
    [{ size: 0 }, 'invalid size'],
    [{ size: 2 ** 31 + 1 }, 'invalid size'],
    [{ size: 1.5 }, 'invalid_type size'],
    [{ filename: '/' }, 'blank filename'],
    [{ content_type: 'x'.repeat(256) }, 'too_long content_type'],
    [{ colour: 'red' }, 'unknown_field colour'],
  ])('422: for %j', async (body, refusal) => {
    const { create, rows } = await anUploadWorld();

    expect(expectError(createUploadContract, await create(body), 422)).toEqual([refusal]);
    expect(rows()).toEqual([]);
  });
});

describe('GET /uploads/{id}', () => {
  it('200: fresh links', async () => {
    const { create, read, world } = await anUploadWorld();
    const { body } = await create();
    world.clock.advance(HOUR_MS);

    const answered = expectSuccess(getUploadContract, await read(body.id), 200);

    expect(answered.parts).toHaveLength(3);
    expect(answered.expires_at).toBe(new Date(world.clock.now() + HOUR_MS).toISOString());
  });

  it('404: seven days after it was created, and before any upload was', async () => {
    const { createByGet, read, world } = await anUploadWorld();
    const { body } = await createByGet();
    world.clock.advance(7 * DAY_MS - 1);
    const last = await read(body.id);
    world.clock.advance(1);

    expect(last.status).toBe(200);
    expect(expectError(getUploadContract, await read(body.id), 404)).toEqual(['not_found']);
    expect(expectError(getUploadContract, await read(UNKNOWN), 404)).toEqual(['not_found']);
  });
});

describe('POST /uploads/{id}/complete', () => {
  /** An upload whose three parts were sent. */
  async function aSentUpload() {
    const made = await anUploadWorld();
    const { id } = (await made.create()).body;
    const parts = [1, 2, 3].map((number) => ({
      number,
      etag: made.storage.putPart(made.keyOf(id), number, Buffer.from(`part ${number};`)),
    }));
    return { ...made, id, parts };
  }

  it('200: the parts are a file, in the order of their numbers', async () => {
    const { complete, id, parts, world, keyOf, read } = await aSentUpload();

    const answered = expectSuccess(completeUploadContract, await complete(id, parts.toReversed()), 200);

    expect(answered).toMatchObject({ url: `https://files.example.test/${keyOf(id)}`, parts: null, expires_at: null });
    expect(Buffer.from((await world.files.get(keyOf(id))) ?? []).toString()).toBe('part 1;part 2;part 3;');
    expect((await read(id)).body).toEqual(answered);
  });

  it('200: a second time changes nothing', async () => {
    const { complete, id, parts } = await aSentUpload();
    const first = await complete(id, parts);

    expect((await complete(id, [])).body).toEqual(first.body);
  });

  it('200: after a crash between the storage and the table', async () => {
    const { complete, id, parts, storage, keyOf } = await aSentUpload();
    const open = { key: keyOf(id), multipartId: 'multipart-1' };
    await storage.complete(
      open,
      parts.map(({ etag }) => etag),
    );

    expect((await complete(id, parts)).status).toBe(200);
  });

  it.each([
    ['a part that is left out', (parts: readonly object[]) => parts.slice(1)],
    ['a part that is named twice', ([first, ...rest]: readonly object[]) => [first, first, ...rest]],
    ['another ETag', ([first, ...rest]: readonly object[]) => [{ ...first, etag: '"other"' }, ...rest]],
    ['no parts', () => []],
  ])('422: for %s, and the upload stays open', async (_case, change) => {
    const { complete, id, parts } = await aSentUpload();

    const refused = await complete(id, change(parts) as readonly object[]);

    expect(expectError(completeUploadContract, refused, 422)).toEqual(['invalid parts']);
    expect((await complete(id, parts)).status).toBe(200);
  });

  it('409: for an upload that takes one PUT', async () => {
    const { complete, createByGet } = await anUploadWorld();
    const { id } = (await createByGet()).body;

    expect(expectError(completeUploadContract, await complete(id, []), 409)).toEqual(['conflict']);
  });

  it('404: for an upload that is not there', async () => {
    const { complete } = await anUploadWorld();

    expect(expectError(completeUploadContract, await complete(UNKNOWN, []), 404)).toEqual(['not_found']);
  });
});
