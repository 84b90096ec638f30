import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListPartsCommand,
  type Part,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { hasErrorName } from '#shared/foundation/core/error-name';
import type { MultipartStorage, Upload } from '#shared/foundation/files/ports';

/**
 * Multipart uploads of one bucket. S3 checks each part against its CRC32, which the SDK sends, and all of them again when
 * they become an object. It has an adapter of its own so that functions with small files do not bundle it.
 */
export const s3MultipartStorage = (s3: Pick<S3Client, 'send'>, Bucket: string): MultipartStorage => ({
  async begin(Key, ContentType) {
    const begun = await s3.send(
      new CreateMultipartUploadCommand({ Bucket, Key, ContentType, ChecksumAlgorithm: 'CRC32' }),
    );
    if (begun.UploadId === undefined) throw new Error('S3 began an upload without an id.');
    return { key: Key, uploadId: begun.UploadId };
  },

  async putPart(upload, PartNumber, Body) {
    const part = { Bucket, ...namesOf(upload), PartNumber, Body, ChecksumAlgorithm: 'CRC32' } as const;
    return (await unlessGone(s3.send(new UploadPartCommand(part)))) ? 'stored' : 'gone';
  },

  async complete(upload, size) {
    const parts = await partsOf(s3, Bucket, upload);
    if (!parts) return 'gone';
    const sizeBytes = parts.reduce((sum, { Size = 0 }) => sum + Size, 0);
    if (parts.length !== size.parts || sizeBytes !== size.sizeBytes) return 'incomplete';
    const Parts = parts.map(({ PartNumber, ETag, ChecksumCRC32 }) => ({ PartNumber, ETag, ChecksumCRC32 }));
    const whole = { Bucket, ...namesOf(upload), MultipartUpload: { Parts } };
    return (await unlessGone(s3.send(new CompleteMultipartUploadCommand(whole)))) ? 'completed' : 'gone';
  },

  async abort(upload) {
    await unlessGone(s3.send(new AbortMultipartUploadCommand({ Bucket, ...namesOf(upload) })));
  },

  async sizeOf(Key) {
    try {
      return (await s3.send(new HeadObjectCommand({ Bucket, Key }))).ContentLength;
    } catch (error) {
      if (hasErrorName(error, 'NotFound')) return undefined;
      throw error;
    }
  },

  async readRange(Key, firstByte, lastByte) {
    const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key, Range: `bytes=${firstByte}-${lastByte}` }));
    if (!Body) throw new Error('S3 answered without a stream.');
    return Body.transformToByteArray();
  },

  async digestOf(Key, algorithm) {
    try {
      const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key }));
      if (!(Body instanceof Readable)) throw new Error('S3 answered without a stream.');
      const hash = createHash(NODE_NAMES[algorithm]);
      for await (const piece of Body) hash.update(piece);
      return hash.digest('base64');
    } catch (error) {
      if (hasErrorName(error, 'NoSuchKey')) return undefined;
      throw error;
    }
  },
});

const NODE_NAMES = { 'sha-256': 'sha256', md5: 'md5' } as const;

const namesOf = ({ key, uploadId }: Upload) => ({ Key: key, UploadId: uploadId });

/** Every part of an upload, by number, from pages of a thousand. Undefined if the upload is gone. */
async function partsOf(
  s3: Pick<S3Client, 'send'>,
  Bucket: string,
  upload: Upload,
): Promise<readonly Part[] | undefined> {
  const parts: Part[] = [];
  let marker: string | undefined;
  do {
    const position = marker === undefined ? {} : { PartNumberMarker: marker };
    const page = await unlessGone(s3.send(new ListPartsCommand({ Bucket, ...namesOf(upload), ...position })));
    if (!page) return undefined;
    parts.push(...(page.Parts ?? []));
    marker = page.IsTruncated ? page.NextPartNumberMarker : undefined;
  } while (marker !== undefined);
  return parts;
}

/** Undefined where S3 does not know the upload: it was completed or aborted. */
async function unlessGone<Answer>(asked: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (hasErrorName(error, 'NoSuchUpload')) return undefined;
    throw error;
  }
}
