import { S3Client, UploadPartCommand } from '@aws-sdk/client-s3';
import { AssumeRoleCommand, STSClient } from '@aws-sdk/client-sts';
import { mockClient } from 'aws-sdk-client-mock';
import type { Instant } from '#shared/foundation/core/time';
import { s3UploadStorage } from '#shared/texts/uploads/s3-upload-storage';
import { inMemoryS3 } from '#test/doubles/aws/s3';
import { describe, expect, it } from '#test/support/jest';

const noon = Date.parse('2026-11-23T12:00:00Z') as Instant;
const KEY = 'uploads/wks_one/upl_one';
const OWN = { accessKeyId: 'own', secretAccessKey: 'secret' };

/** Signs by the SDK; requests go to a bucket in memory. */
function aStorage(role?: string) {
  const s3 = inMemoryS3({ smallestPartBytes: 3 });
  // The one client: a mock of the class would answer other tests of the thread as well.
  const client = new STSClient({});
  const sts = mockClient(client);
  sts.on(AssumeRoleCommand).resolves({
    Credentials: { AccessKeyId: 'session', SecretAccessKey: 'x', SessionToken: 'token', Expiration: new Date(noon) },
  });
  const storage = s3UploadStorage({
    bucket: 'files',
    clientWith: (credentials = { ...OWN, sessionToken: '' }) => {
      const bucket = new S3Client({ region: 'eu-west-1', credentials, requestChecksumCalculation: 'WHEN_REQUIRED' });
      return Object.assign(bucket, { send: s3.send });
    },
    role: role === undefined ? undefined : { sts: client, arn: role },
  });
  return { s3, sts, storage };
}

const query = (url: string) => Object.fromEntries(new URL(url).searchParams);

describe('a link for one PUT', () => {
  it('is signed by a session that writes this one object for as long as the link lives', async () => {
    const { storage, sts } = aStorage('arn:aws:iam::1:role/links');

    const link = await storage.signPut(KEY, noon, undefined);

    expect(query(link)).toMatchObject({
      'X-Amz-Credential': expect.stringMatching(/^session\//),
      'X-Amz-Security-Token': 'token',
      'X-Amz-Date': '20261123T120000Z',
      'X-Amz-Expires': '3600',
      'X-Amz-SignedHeaders': 'host',
    });
    const [assumed] = sts.commandCalls(AssumeRoleCommand).map(({ args }) => args[0].input);
    expect(assumed).toMatchObject({ RoleArn: 'arn:aws:iam::1:role/links', DurationSeconds: 3600 });
    expect(JSON.parse(assumed?.Policy ?? '').Statement[0].Resource).toBe(`arn:aws:s3:::files/${KEY}`);
  });

  it('is signed with the length of its file where that was declared', async () => {
    const { storage } = aStorage();

    expect(query(await storage.signPut(KEY, noon, 5))).toMatchObject({ 'X-Amz-SignedHeaders': 'content-length;host' });
  });

  it('is signed by the function where there is no role', async () => {
    const { storage, sts } = aStorage();

    expect(query(await storage.signPut(KEY, noon, undefined))['X-Amz-Credential']).toMatch(/^own\//);
    expect(sts.calls()).toEqual([]);
  });

  it('asks for no checksum, which a browser would not send', async () => {
    const { storage } = aStorage();

    expect(await storage.signPut(KEY, noon, undefined)).not.toMatch(/checksum/i);
  });

  it('begins with the URL of the object', async () => {
    const { storage } = aStorage();

    expect((await storage.signPut(KEY, noon, undefined)).split('?')[0]).toBe(await storage.urlOf(KEY));
  });
});

describe('an upload in parts', () => {
  it('has links that are signed with the length of their part', async () => {
    const { storage } = aStorage();

    const links = await storage.signParts({ key: KEY, multipartId: 'one' }, [8, 3], noon);

    expect(links.map(query)).toEqual([
      expect.objectContaining({ partNumber: '1', uploadId: 'one', 'X-Amz-SignedHeaders': 'content-length;host' }),
      expect.objectContaining({ partNumber: '2', uploadId: 'one', 'X-Amz-SignedHeaders': 'content-length;host' }),
    ]);
  });

  it('signs all links in one session', async () => {
    const { storage, sts } = aStorage('arn:aws:iam::1:role/links');

    await storage.signParts({ key: KEY, multipartId: 'one' }, [8, 8, 3], noon);

    expect(sts.calls()).toHaveLength(1);
  });

  it('is completed by the ETags of its parts, once and again', async () => {
    const { storage, s3 } = aStorage();
    const { upload, etags } = await sent({ storage, s3 }, 'abc', 'd');

    expect([await storage.complete(upload, etags), await storage.complete(upload, etags)]).toEqual([
      'completed',
      'completed',
    ]);
    expect(Buffer.from(s3.read('files', KEY)?.bytes ?? []).toString()).toBe('abcd');
  });

  it('stays open where an ETag is of no part', async () => {
    const { storage, s3 } = aStorage();
    const { upload, etags } = await sent({ storage, s3 }, 'abc', 'd');

    expect(await storage.complete(upload, [...etags.slice(0, 1), '"other"'])).toBe('invalid_parts');
    expect(await storage.complete(upload, etags)).toBe('completed');
  });

  it('is gone where S3 knows neither the upload nor its file', async () => {
    const { storage } = aStorage();

    expect(await storage.complete({ key: KEY, multipartId: 'old' }, ['"one"'])).toBe('gone');
  });
});

/** An upload whose parts were sent. */
async function sent({ storage, s3 }: Pick<ReturnType<typeof aStorage>, 'storage' | 's3'>, ...parts: string[]) {
  const upload = { key: KEY, multipartId: await storage.begin(KEY) };
  const etags: string[] = [];
  for (const [at, part] of parts.entries()) {
    const put = {
      Bucket: 'files',
      Key: KEY,
      UploadId: upload.multipartId,
      PartNumber: at + 1,
      Body: Buffer.from(part),
    };
    etags.push((await s3.send(new UploadPartCommand(put))).ETag ?? '');
  }
  return { upload, etags };
}
