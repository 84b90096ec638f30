import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { HOUR_MS, later } from '#shared/core/time';
import { s3FileStorage } from '#shared/files/s3-file-storage';
import { systemClock } from '#shared/platform/system-clock';
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
  const expiresAt = later(systemClock.now(), HOUR_MS);
  const link = await storage.linkTo(KEY, { expiresAt, contentType: 'video/mp4', filename: 'video.mp4' });
  const response = await fetch(link, { headers });
  return { status: response.status, headers: response.headers, body: await response.text() };
}

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
});
