import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { mockClient } from 'aws-sdk-client-mock';
import { HOUR_MS, later } from '#shared/foundation/core/time';
import { s3FileStorage } from '#shared/foundation/files/s3-file-storage';
import { aClock } from '#test/support/api';
import { describe, expect, it, jest } from '#test/support/jest';

const credentials = { accessKeyId: 'an-access-key', secretAccessKey: 'a-secret-key' };
const bytes = Buffer.from('café ☃');

/** The bucket `files` behind a mocked client. The SDK presigns links without a request. */
function aStorage() {
  const client = new S3Client({ region: 'eu-central-1', credentials });
  const clock = aClock();
  return { s3: mockClient(client), clock, storage: s3FileStorage(client, 'files', clock) };
}

const anError = (name: string) => Object.assign(new Error(name), { name });

/** The body of a GetObject response: a stream with the SDK's shorthands. */
const aBody = (content: Buffer) =>
  Object.assign(Readable.from([content]), {
    transformToByteArray: async () => Uint8Array.from(content),
    transformToString: async () => content.toString(),
    transformToWebStream: () => new Blob([Uint8Array.from(content)]).stream(),
  });

describe('storing a file', () => {
  it('puts its bytes with their content type, over a file that is there', async () => {
    const { s3, storage } = aStorage();
    s3.on(PutObjectCommand).resolves({});

    await storage.put('wks_1/a.txt', bytes, 'text/plain');

    expect(s3.commandCalls(PutObjectCommand).map(({ args: [{ input }] }) => input)).toEqual([
      { Bucket: 'files', Key: 'wks_1/a.txt', Body: bytes, ContentType: 'text/plain' },
    ]);
  });

  it('puts a new file on condition that none is there', async () => {
    const { s3, storage } = aStorage();
    s3.on(PutObjectCommand).resolves({});

    expect(await storage.putNew('a', bytes, 'text/plain')).toBe(true);

    expect(s3.commandCalls(PutObjectCommand).map(({ args: [{ input }] }) => input)).toEqual([
      { Bucket: 'files', Key: 'a', Body: bytes, ContentType: 'text/plain', IfNoneMatch: '*' },
    ]);
  });

  it.each([
    ['is there', 'PreconditionFailed'],
    ['is being put by another request', 'ConditionalRequestConflict'],
  ])('returns false for a new file when one %s', async (_what, name) => {
    const { s3, storage } = aStorage();
    s3.on(PutObjectCommand).rejects(anError(name));

    expect(await storage.putNew('a', bytes, 'text/plain')).toBe(false);
  });

  it('fails with any other error of S3', async () => {
    const { s3, storage } = aStorage();
    const denied = anError('AccessDenied');
    s3.on(PutObjectCommand).rejects(denied);

    await expect(storage.put('a', bytes, 'text/plain')).rejects.toBe(denied);
    await expect(storage.putNew('a', bytes, 'text/plain')).rejects.toBe(denied);
  });
});

describe('reading a file', () => {
  it('returns its bytes', async () => {
    const { s3, storage } = aStorage();
    s3.on(GetObjectCommand, { Bucket: 'files', Key: 'wks_1/a.txt' }).resolves({ Body: aBody(bytes) });

    expect(Buffer.from((await storage.get('wks_1/a.txt')) ?? [])).toEqual(bytes);
  });

  it('tells its size before it is read, and returns as many of its first bytes as are asked for', async () => {
    const { s3, storage } = aStorage();
    const answered = () => ({ Body: aBody(bytes), ContentLength: bytes.length });
    s3.on(GetObjectCommand).callsFake(answered);
    const reader = jest.fn(async (_sizeBytes: number) => 4);

    expect(Buffer.from((await storage.get('a', reader)) ?? [])).toEqual(bytes.subarray(0, 4));
    expect(reader.mock.calls).toEqual([[bytes.length]]);
    expect(Buffer.from((await storage.get('a', async (size) => size)) ?? [])).toEqual(bytes);
  });

  it('closes the answer where its reader takes none', async () => {
    const { s3, storage } = aStorage();
    const Body = aBody(bytes);
    s3.on(GetObjectCommand).resolves({ Body, ContentLength: bytes.length });
    const refused = anError('Refused');

    await expect(storage.get('a', () => Promise.reject(refused))).rejects.toBe(refused);
    expect([Body.destroyed, Body.readableDidRead]).toEqual([true, false]);
  });

  it('fails as a request to AWS does where the answer breaks off before it is read', async () => {
    const { s3, storage } = aStorage();
    const Body = aBody(bytes);
    s3.on(GetObjectCommand).resolves({ Body, ContentLength: bytes.length });

    const reading = storage.get('a', async (size) => {
      Body.destroy(new Error('The connection was reset.'));
      return size;
    });

    await expect(reading).rejects.toMatchObject({ $metadata: {} });
  });

  it('returns undefined when there is none', async () => {
    const { s3, storage } = aStorage();
    s3.on(GetObjectCommand).rejects(new NoSuchKey({ message: 'The specified key does not exist.', $metadata: {} }));

    expect(await storage.get('a')).toBeUndefined();
  });

  it('fails with any other error of S3', async () => {
    const { s3, storage } = aStorage();
    const denied = anError('AccessDenied');
    s3.on(GetObjectCommand).rejects(denied);

    await expect(storage.get('a')).rejects.toBe(denied);
  });
});

describe('listing files', () => {
  it('returns the keys with a prefix from after a key on', async () => {
    const { s3, storage } = aStorage();
    s3.on(ListObjectsV2Command, { Bucket: 'files', Prefix: 'wks_1/', StartAfter: 'wks_1/a' }).resolves({
      Contents: [{ Key: 'wks_1/b' }, { Key: 'wks_1/c' }],
    });

    expect(await storage.keys('wks_1/', 'wks_1/a')).toEqual(['wks_1/b', 'wks_1/c']);
  });

  it('returns none after the last', async () => {
    const { s3, storage } = aStorage();
    s3.on(ListObjectsV2Command).resolves({});

    expect(await storage.keys('wks_1/', undefined)).toEqual([]);
  });
});

describe('deleting files', () => {
  it('deletes one file by its key', async () => {
    const { s3, storage } = aStorage();
    s3.on(DeleteObjectCommand).resolves({});

    await storage.remove('wks_1/a.txt');

    expect(s3.commandCalls(DeleteObjectCommand).map(({ args: [{ input }] }) => input)).toEqual([
      { Bucket: 'files', Key: 'wks_1/a.txt' },
    ]);
  });

  it('deletes a page of the files with a prefix, and returns that there were some', async () => {
    const { s3, storage } = aStorage();
    s3.on(ListObjectsV2Command, { Bucket: 'files', Prefix: 'wks_1/' }).resolves({
      Contents: [{ Key: 'wks_1/a' }, { Key: 'wks_1/b' }],
    });
    s3.on(DeleteObjectsCommand).resolves({});

    expect(await storage.removeSome('wks_1/')).toBe(true);

    expect(s3.commandCalls(DeleteObjectsCommand).map(({ args: [{ input }] }) => input)).toEqual([
      { Bucket: 'files', Delete: { Objects: [{ Key: 'wks_1/a' }, { Key: 'wks_1/b' }], Quiet: true } },
    ]);
  });

  it('returns false when no file has the prefix', async () => {
    const { s3, storage } = aStorage();
    s3.on(ListObjectsV2Command).resolves({});

    expect(await storage.removeSome('wks_1/')).toBe(false);
    expect(s3.commandCalls(DeleteObjectsCommand)).toEqual([]);
  });

  it('fails when S3 lists files that it did not delete', async () => {
    const { s3, storage } = aStorage();
    s3.on(ListObjectsV2Command).resolves({ Contents: [{ Key: 'wks_1/a' }, { Key: 'wks_1/b' }] });
    s3.on(DeleteObjectsCommand).resolves({ Errors: [{ Key: 'wks_1/b', Code: 'InternalError' }] });

    await expect(storage.removeSome('wks_1/')).rejects.toThrow('1 of 2 files');
  });
});

describe('a link to a file', () => {
  const linkIn = async (milliseconds: number, filename = 'Weekly sync.mp4') => {
    const { clock, storage } = aStorage();
    const expiresAt = later(clock.now(), milliseconds);
    return new URL(await storage.linkTo('wks_1/a b.mp4', { expiresAt, contentType: 'video/mp4', filename }));
  };

  it('names the object of the bucket and is signed', async () => {
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
  ])('is valid until it expires (%i ms from now), and for a second at least', async (milliseconds, seconds) => {
    expect((await linkIn(milliseconds)).searchParams.get('X-Amz-Expires')).toBe(seconds);
  });

  it('downloads the file under its name in one header, with its content type', async () => {
    const link = await linkIn(HOUR_MS, 'a"b\r\nX-Evil: é.mp4');

    expect(link.searchParams.get('response-content-disposition')).toBe(
      'attachment; filename="a_b__X-Evil: _.mp4"; filename*=UTF-8\'\'a%22b%0D%0AX-Evil%3A%20%C3%A9.mp4',
    );
    expect(link.searchParams.get('response-content-type')).toBe('video/mp4');
  });
});
