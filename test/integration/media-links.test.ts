import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { openRange } from '#shared/capture/recorders/requests/open-range';
import { HOUR_MS, later } from '#shared/foundation/core/time';
import { s3FileStorage } from '#shared/foundation/files/s3-file-storage';
import { systemClock } from '#shared/foundation/platform/system-clock';
import { afterAll, beforeAll, describe, expect, it } from '#test/support/jest';
import { stackClient } from './stack-client.ts';

const Bucket = 'media-links-test';
const KEY = 'wks_1/media/video.mp4';
const s3 = new S3Client({
  endpoint: stackClient().endpoint_url,
  region: 'us-east-1',
  forcePathStyle: true,
  credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
});
const storage = s3FileStorage(s3, Bucket, systemClock);

beforeAll(async () => {
  await s3.send(new CreateBucketCommand({ Bucket }));
  await storage.put(KEY, Buffer.from('0123456789'), 'video/mp4');
});
afterAll(() => s3.destroy());

/** A player's request for the media link of the results. */
async function follow(headers: Readonly<Record<string, string>>) {
  const response = await fetch(await linkTo(KEY), { headers });
  return { status: response.status, headers: response.headers, body: await response.text() };
}

const linkTo = (key: string) =>
  storage.linkTo(key, {
    expiresAt: later(systemClock.now(), HOUR_MS),
    contentType: 'video/mp4',
    filename: 'video.mp4',
  });

const entityTag = async (): Promise<string> => (await follow({})).headers.get('etag') ?? '';

describe('a media link of the results', () => {
  it('has the whole file, its type and an entity tag', async () => {
    const { status, headers, body } = await follow({});

    expect([status, headers.get('content-type'), body]).toEqual([200, 'video/mp4', '0123456789']);
    expect(headers.get('etag')).toMatch(/^".+"$/);
  });

  it.each([
    ['bytes=2-4', 'bytes 2-4/10', '234'],
    ['bytes=7-', 'bytes 7-9/10', '789'],
    ['bytes=-2', 'bytes 8-9/10', '89'],
    ['bytes=8-100', 'bytes 8-9/10', '89'],
  ])('206: has the part that is asked for by %s', async (range, contentRange, part) => {
    const { status, headers, body } = await follow({ range });

    expect([status, headers.get('content-range'), body]).toEqual([206, contentRange, part]);
  });

  it('416: has nothing behind the end', async () => {
    expect((await follow({ range: 'bytes=10-' })).status).toBe(416);
  });

  it('206: has the part where the entity tag of If-Range is that of the file', async () => {
    const { status, body } = await follow({ range: 'bytes=2-4', 'if-range': await entityTag() });

    expect([status, body]).toEqual([206, '234']);
  });

  it.each([
    ['another entity tag', async () => '"another"'],
    // RFC 9110, section 13.1.5: the comparison is the strong one, and a date that may be weak holds for nothing.
    ['a weak entity tag', async () => `W/${await entityTag()}`],
    ['a date', async () => (await follow({})).headers.get('last-modified') ?? ''],
  ])('200: has the whole file where If-Range is %s, also behind its end', async (_what, validator) => {
    const headers = { 'if-range': await validator() };
    const [within, behind] = [
      await follow({ ...headers, range: 'bytes=2-4' }),
      await follow({ ...headers, range: 'bytes=10-' }),
    ];

    expect([within, behind].map(({ status, body }) => [status, body])).toEqual([
      [200, '0123456789'],
      [200, '0123456789'],
    ]);
    expect(within.headers.get('content-range')).toBeNull();
  });

  it('416: has nothing behind the end where If-Range is its entity tag', async () => {
    expect((await follow({ range: 'bytes=10-', 'if-range': await entityTag() })).status).toBe(416);
  });

  it('412: If-Match is looked at before If-Range', async () => {
    const headers = { range: 'bytes=2-4', 'if-match': '"another"', 'if-range': await entityTag() };

    expect((await follow(headers)).status).toBe(412);
  });

  it('200: has the whole file where If-Range comes without a range', async () => {
    expect(await follow({ 'if-range': await entityTag() })).toMatchObject({ status: 200, body: '0123456789' });
  });

  it('is opened from its first byte where the file has changed since an earlier range', async () => {
    const Key = 'wks_1/media/changed.mp4';
    const open = async (etag: string | null) => {
      const url = await linkTo(Key);
      const { stream, ...opened } = await openRange(fetch, { url, firstByte: 4, lastByte: 7, etag });
      return { ...opened, body: await new Response(stream).text() };
    };
    await storage.put(Key, Buffer.from('0123456789'), 'video/mp4');
    const before = await open(null);

    await storage.put(Key, Buffer.from('abcdefghij'), 'video/mp4');

    expect(before).toMatchObject({ firstByte: 4, body: '4567' });
    expect(await open(before.etag)).toMatchObject({ firstByte: 0, totalBytes: 10, body: 'abcdefghij' });
  });
});
