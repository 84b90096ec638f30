import {
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { inMemoryS3 } from '#test/doubles/aws/s3';
import { describe, expect, it } from '#test/support/jest';

const Bucket = 'media';

const withObjects = async (...keys: readonly string[]) => {
  const client = inMemoryS3({ time: { now: () => 0 } });
  for (const Key of keys)
    await client.send(new PutObjectCommand({ Bucket, Key, Body: Key, ContentType: 'text/plain' }));
  return client;
};

describe('a bucket', () => {
  it('keeps bytes and says what they are', async () => {
    const client = await withObjects('W/é');
    const head = await client.send(new HeadObjectCommand({ Bucket, Key: 'W/é' }));
    const read = await client.send(new GetObjectCommand({ Bucket, Key: 'W/é' }));

    expect(head).toMatchObject({ ContentLength: 4, ContentType: 'text/plain', LastModified: new Date(0) });
    expect(await read.Body?.transformToString()).toBe('W/é');
    expect(await read.Body?.transformToByteArray()).toEqual(Uint8Array.from(Buffer.from('W/é')));
  });

  it('keeps the first of two that both want to be the first', async () => {
    const client = inMemoryS3();
    const put = (Body: string) => client.send(new PutObjectCommand({ Bucket, Key: 'a', Body, IfNoneMatch: '*' }));
    await put('first');

    await expect(put('second')).rejects.toMatchObject({
      name: 'PreconditionFailed',
      $metadata: { httpStatusCode: 412 },
    });
    expect(Buffer.from(client.read(Bucket, 'a')?.bytes ?? []).toString()).toBe('first');
  });

  it('knows what is not there', async () => {
    const client = inMemoryS3();
    const Key = 'none';

    await expect(client.send(new GetObjectCommand({ Bucket, Key }))).rejects.toMatchObject({ name: 'NoSuchKey' });
    await expect(client.send(new HeadObjectCommand({ Bucket, Key }))).rejects.toMatchObject({ name: 'NotFound' });
    await expect(client.send(new DeleteObjectCommand({ Bucket, Key }))).resolves.toBeDefined();
  });

  it('lists a prefix in pages', async () => {
    const client = await withObjects('W/c', 'W/a', 'X/z', 'W/b');
    const list = (ContinuationToken?: string) =>
      client.send(new ListObjectsV2Command({ Bucket, Prefix: 'W/', MaxKeys: 2, ContinuationToken }));
    const first = await list();
    const second = await list(first.NextContinuationToken);

    expect(first).toMatchObject({
      IsTruncated: true,
      KeyCount: 2,
      Contents: [{ Key: 'W/a', Size: 3 }, { Key: 'W/b' }],
    });
    expect(second).toMatchObject({ IsTruncated: false, Contents: [{ Key: 'W/c' }] });
  });

  it('deletes several at once', async () => {
    const client = await withObjects('a', 'b', 'c');
    await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects: [{ Key: 'a' }, { Key: 'c' }] } }));

    expect(client.keys(Bucket)).toEqual(['b']);
  });
});
