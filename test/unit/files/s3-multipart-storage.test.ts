import { createHash } from 'node:crypto';
import { s3MultipartStorage } from '#shared/foundation/files/s3-multipart-storage';
import { inMemoryS3 } from '#test/doubles/aws/s3';
import { describe, expect, it } from '#test/support/jest';

const text = (bytes: Uint8Array | undefined) => bytes && Buffer.from(bytes).toString();

/** The bucket `files`, with parts of three bytes. */
function aStorage() {
  const s3 = inMemoryS3({ smallestPartBytes: 3 });
  return { s3, storage: s3MultipartStorage(s3, 'files'), stored: () => s3.read('files', 'a') };
}

async function anUploadOf(...parts: readonly string[]) {
  const given = aStorage();
  const upload = await given.storage.begin('a', 'video/mp4');
  for (const [index, part] of parts.entries()) await given.storage.putPart(upload, index + 1, Buffer.from(part));
  return { ...given, upload };
}

describe('a range of a file', () => {
  it('has both its ends', async () => {
    const { storage, upload } = await anUploadOf('abc', 'def', 'g');
    await storage.complete(upload, { parts: 3, sizeBytes: 7 });

    expect(text(await storage.readRange('a', 2, 4))).toBe('cde');
  });

  it('throws where there is no such file', async () => {
    await expect(aStorage().storage.readRange('a', 0, 1)).rejects.toThrow('does not exist');
  });
});

describe('a multipart upload', () => {
  it('becomes a file of its parts in order, with its content type, when it is completed', async () => {
    const { storage, upload, stored } = await anUploadOf('abc', 'def', 'g');

    expect(await storage.complete(upload, { parts: 3, sizeBytes: 7 })).toBe('completed');

    expect([text(stored()?.bytes), stored()?.contentType]).toEqual(['abcdefg', 'video/mp4']);
  });

  it('is no file before it is completed', async () => {
    const { storage, stored } = await anUploadOf('abc');

    expect([stored(), await storage.sizeOf('a'), await storage.digestOf('a', 'md5')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('has the last of two parts with one number', async () => {
    const { storage, upload, stored } = await anUploadOf('abc', 'def');
    await storage.putPart(upload, 1, Buffer.from('xyz'));

    await storage.complete(upload, { parts: 2, sizeBytes: 6 });

    expect(text(stored()?.bytes)).toBe('xyzdef');
  });

  it.each([[{ parts: 3, sizeBytes: 6 }], [{ parts: 2, sizeBytes: 7 }]])(
    'stays open when its parts do not come to %j',
    async (size) => {
      const { storage, upload, stored } = await anUploadOf('abc', 'def');

      expect(await storage.complete(upload, size)).toBe('incomplete');
      expect(stored()).toBeUndefined();
      expect(await storage.complete(upload, { parts: 2, sizeBytes: 6 })).toBe('completed');
    },
  );

  it('is completed from every page of its parts', async () => {
    const parts = Array.from({ length: 2_001 }, (_, index) => String(index % 10).repeat(3));
    const { storage, upload, stored } = await anUploadOf(...parts);

    await storage.complete(upload, { parts: 2_001, sizeBytes: 6_003 });

    expect(text(stored()?.bytes)).toBe(parts.join(''));
  });

  it('is gone once it was completed', async () => {
    const { storage, upload } = await anUploadOf('abc');
    await storage.complete(upload, { parts: 1, sizeBytes: 3 });

    expect(await storage.complete(upload, { parts: 1, sizeBytes: 3 })).toBe('gone');
    expect(await storage.putPart(upload, 2, Buffer.from('def'))).toBe('gone');
    await storage.abort(upload);
    expect(await storage.sizeOf('a')).toBe(3);
  });

  it('leaves nothing when it is aborted', async () => {
    const { s3, storage, upload, stored } = await anUploadOf('abc');

    await storage.abort(upload);

    expect([s3.openUploads.size, stored()]).toEqual([0, undefined]);
    expect(await storage.putPart(upload, 2, Buffer.from('def'))).toBe('gone');
  });

  it('fails with any other error of S3', async () => {
    const { storage, upload } = await anUploadOf('ab', 'def');

    await expect(storage.complete(upload, { parts: 2, sizeBytes: 5 })).rejects.toThrow('smaller than the minimum');
  });
});

it.each([
  ['sha-256', 'sha256'],
  ['md5', 'md5'],
] as const)('the %s digest of a file is in Base64', async (algorithm, name) => {
  const { storage, upload } = await anUploadOf('abc', 'def');
  await storage.complete(upload, { parts: 2, sizeBytes: 6 });

  expect(await storage.digestOf('a', algorithm)).toBe(createHash(name).update('abcdef').digest('base64'));
});
