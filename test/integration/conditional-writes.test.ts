import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { s3FileStorage } from '#shared/foundation/files/s3-file-storage';
import { systemClock } from '#shared/foundation/platform/system-clock';
import { afterAll, beforeAll, describe, expect, it } from '#test/support/jest';
import { stackClient } from './stack-client.ts';

const Bucket = 'conditional-writes-test';
const s3 = new S3Client({
  endpoint: stackClient().endpoint_url,
  region: 'us-east-1',
  forcePathStyle: true,
  credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
});
const files = s3FileStorage(s3, Bucket, systemClock);
const contentType = 'application/json';
const text = (words: string): Uint8Array => new TextEncoder().encode(words);

beforeAll(() => s3.send(new CreateBucketCommand({ Bucket })));
afterAll(() => s3.destroy());

describe('a file that is replaced under its entity tag, over HTTP', () => {
  it('is written once where there was none, and then only over the version that was read', async () => {
    expect(await files.replace('manifest', text('first'), { contentType, etag: undefined })).toBe(true);
    expect(await files.replace('manifest', text('also first'), { contentType, etag: undefined })).toBe(false);
    const read = await files.getTagged('manifest');

    expect(await files.replace('manifest', text('second'), { contentType, etag: read?.etag })).toBe(true);
    expect(await files.replace('manifest', text('late'), { contentType, etag: read?.etag })).toBe(false);

    expect(Buffer.from((await files.get('manifest')) ?? []).toString()).toBe('second');
  });

  it('is not written where it was deleted since it was read', async () => {
    await files.replace('deleted', text('first'), { contentType, etag: undefined });
    const read = await files.getTagged('deleted');
    await files.remove('deleted');

    expect(await files.replace('deleted', text('second'), { contentType, etag: read?.etag })).toBe(false);
    expect(await files.get('deleted')).toBeUndefined();
  });
});
