import { createHash } from 'node:crypto';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { s3MultipartStorage } from '#shared/foundation/files/s3-multipart-storage';
import { afterAll, beforeAll, describe, expect, it } from '#test/support/jest';
import { stackClient } from './stack-client.ts';

const MIB = 1024 * 1024;
const Bucket = 'multipart-storage-test';
const s3 = new S3Client({
  endpoint: stackClient().endpoint_url,
  region: 'us-east-1',
  forcePathStyle: true,
  credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
});
const storage = s3MultipartStorage(s3, Bucket);

beforeAll(() => s3.send(new CreateBucketCommand({ Bucket })));
afterAll(() => s3.destroy());

const aPart = (fill: number, size = 5 * MIB): Uint8Array => new Uint8Array(size).fill(fill);

describe('a multipart upload over HTTP', () => {
  it('becomes the file of its parts, each of which may be sent twice', async () => {
    const upload = await storage.begin('wks_1/whole', 'video/mp4');
    for (const [index, part] of [aPart(1), aPart(2), aPart(3, 7)].entries())
      for (const _ of [1, 2]) await storage.putPart(upload, index + 1, part);
    const sizeBytes = 10 * MIB + 7;

    expect(await storage.complete(upload, { parts: 3, sizeBytes: sizeBytes + 1 })).toBe('incomplete');
    expect(await storage.complete(upload, { parts: 3, sizeBytes })).toBe('completed');

    const expected = createHash('sha256').update(aPart(1)).update(aPart(2)).update(aPart(3, 7)).digest('base64');
    expect(Buffer.from(await storage.readRange('wks_1/whole', 5 * MIB - 2, 5 * MIB + 1))).toEqual(
      Buffer.concat([aPart(1).subarray(-2), aPart(2).subarray(0, 2)]),
    );
    expect([await storage.sizeOf('wks_1/whole'), await storage.digestOf('wks_1/whole', 'sha-256')]).toEqual([
      sizeBytes,
      expected,
    ]);
  });

  it('is gone once it was aborted, and leaves no file', async () => {
    const upload = await storage.begin('wks_1/aborted', 'video/mp4');
    await storage.putPart(upload, 1, aPart(1));

    await storage.abort(upload);

    expect(await storage.putPart(upload, 2, aPart(2))).toBe('gone');
    expect(await storage.complete(upload, { parts: 1, sizeBytes: 5 * MIB })).toBe('gone');
    expect(await storage.sizeOf('wks_1/aborted')).toBeUndefined();
    await storage.abort(upload);
  });
});
