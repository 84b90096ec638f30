import { S3Client } from '@aws-sdk/client-s3';
import { describe, expect, it } from '@jest/globals';
import { HOUR_MS, later } from '#shared/core/time';
import { s3FileStorage } from '#shared/files/s3-file-storage';
import { aClock } from '#test/support/api';
import { s3StandIn } from '#test/support/aws/s3';

const credentials = { accessKeyId: 'an-access-key', secretAccessKey: 'a-secret-key' };
const bytes = Buffer.from('café ☃');

/** A bucket; the SDK makes links without a request. */
function aStorage() {
  const bucket = s3StandIn();
  const client = Object.assign(new S3Client({ region: 'eu-central-1', credentials }), { send: bucket.send });
  const clock = aClock();
  return { bucket, clock, storage: s3FileStorage(client, 'files', clock) };
}

describe('a stored file', () => {
  it('is read as it was put, with the type it was put with', async () => {
    const { bucket, storage } = aStorage();

    await storage.put('wks_1/a.txt', bytes, 'text/plain');

    expect(Buffer.from((await storage.get('wks_1/a.txt')) ?? [])).toEqual(bytes);
    expect(bucket.read('files', 'wks_1/a.txt')?.contentType).toBe('text/plain');
  });

  it('is replaced by a second put', async () => {
    const { storage } = aStorage();
    await storage.put('a', bytes, 'text/plain');

    await storage.put('a', Buffer.from('other'), 'text/plain');

    expect(Buffer.from((await storage.get('a')) ?? []).toString()).toBe('other');
  });

  it('is nothing where none was put', async () => {
    expect(await aStorage().storage.get('a')).toBeUndefined();
  });

  it('is put as new once: a second put returns false and changes nothing', async () => {
    const { storage } = aStorage();

    const first = await storage.putNew('a', bytes, 'text/plain');
    const second = await storage.putNew('a', Buffer.from('other'), 'text/plain');

    expect([first, second]).toEqual([true, false]);
    expect(Buffer.from((await storage.get('a')) ?? [])).toEqual(bytes);
  });

  it('that two write as new at the same moment has one winner', async () => {
    const { storage } = aStorage();

    const answers = await Promise.all([1, 2, 3].map(() => storage.putNew('a', bytes, 'text/plain')));

    expect(answers.filter((won) => won)).toHaveLength(1);
  });

  it('whose storage is in trouble is an error, not an absence', async () => {
    const denied = Object.assign(new Error('Access Denied'), { name: 'AccessDenied' });
    const client = Object.assign(new S3Client({ region: 'eu-central-1' }), { send: () => Promise.reject(denied) });
    const storage = s3FileStorage(client, 'files', aClock());

    await expect(storage.get('a')).rejects.toBe(denied);
    await expect(storage.putNew('a', bytes, 'text/plain')).rejects.toBe(denied);
  });
});

describe('a link to a file', () => {
  const linkIn = async (milliseconds: number, filename = 'Weekly sync.mp4') => {
    const { clock, storage } = aStorage();
    const expiresAt = later(clock.now(), milliseconds);
    return new URL(await storage.linkTo('wks_1/a b.mp4', { expiresAt, contentType: 'video/mp4', filename }));
  };

  it('leads to that file of that bucket, and is signed', async () => {
    const link = await linkIn(HOUR_MS);

    expect(link.host).toBe('files.s3.eu-central-1.amazonaws.com');
    expect(decodeURIComponent(link.pathname)).toBe('/wks_1/a b.mp4');
    expect(link.searchParams.get('X-Amz-Signature')).toMatch(/^[0-9a-f]{64}$/);
    expect(link.href).not.toContain(credentials.secretAccessKey);
  });

  it.each([
    [HOUR_MS, '3600'],
    [1_999, '1'],
    [0, '1'],
    [-HOUR_MS, '1'],
  ])('is good until it expires, and no longer (%i ms from now)', async (milliseconds, seconds) => {
    expect((await linkIn(milliseconds)).searchParams.get('X-Amz-Expires')).toBe(seconds);
  });

  it('is downloaded under a harmless name, with its type', async () => {
    const link = await linkIn(HOUR_MS, 'a"b\r\nX-Evil: 1/../é.mp4');

    expect(link.searchParams.get('response-content-disposition')).toBe(
      'attachment; filename="a_b__X-Evil__1_..__.mp4"',
    );
    expect(link.searchParams.get('response-content-type')).toBe('video/mp4');
  });
});
