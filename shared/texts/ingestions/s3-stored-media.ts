import { CopyObjectCommand, GetObjectCommand, HeadObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { hasErrorName } from '#shared/foundation/core/error-name';
import type { StoredMedia } from '#shared/texts/ingestions/ports';

/** Media files in one bucket. S3 copies up to 5 GB in one request, without a byte through this process. */
export const s3StoredMedia = (s3: Pick<S3Client, 'send'>, Bucket: string): StoredMedia => ({
  async find(Key) {
    try {
      const { ContentLength, ETag } = await s3.send(new HeadObjectCommand({ Bucket, Key }));
      if (ContentLength === undefined || ETag === undefined) throw new Error('S3 answered without a size or an ETag.');
      return { sizeBytes: ContentLength, etag: ETag };
    } catch (error) {
      if (hasErrorName(error, 'NotFound')) return undefined;
      throw error;
    }
  },

  async copy({ from, etag, to }) {
    const source = { CopySource: `${Bucket}/${from}`, CopySourceIfMatch: etag };
    try {
      await s3.send(new CopyObjectCommand({ Bucket, Key: to, ...source }));
      return 'copied';
    } catch (error) {
      if (hasErrorName(error, 'PreconditionFailed', 'NoSuchKey')) return 'changed';
      throw error;
    }
  },

  open: (Key, sizeBytes) => ({
    sizeBytes,
    async read(firstByte, endByte) {
      const Range = `bytes=${firstByte}-${endByte - 1}`;
      const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key, Range }));
      const bytes = await Body?.transformToByteArray();
      if (bytes?.length !== endByte - firstByte) throw new Error('S3 answered with another range.');
      return bytes;
    },
  }),
});
