import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { Clock } from '#shared/foundation/core/clock';
import { hasErrorName } from '#shared/foundation/core/error-name';
import type { BytesToRead, FileStorage } from '#shared/foundation/files/ports';
import { contentDisposition } from '#shared/foundation/files/rules/content-disposition';

/** Files in one private bucket. Links are presigned and valid for as long as requested, at most seven days (S3's limit). */
export const s3FileStorage = (s3: S3Client, Bucket: string, clock: Clock): FileStorage => ({
  async put(Key, Body, ContentType) {
    await s3.send(new PutObjectCommand({ Bucket, Key, Body, ContentType }));
  },

  async putNew(Key, Body, ContentType) {
    try {
      await s3.send(new PutObjectCommand({ Bucket, Key, Body, ContentType, IfNoneMatch: '*' }));
      return true;
    } catch (error) {
      if (hasErrorName(error, 'PreconditionFailed', 'ConditionalRequestConflict')) return false;
      throw error;
    }
  },

  async get(Key, bytesToRead) {
    try {
      const { Body, ContentLength } = await s3.send(new GetObjectCommand({ Bucket, Key }));
      return Body && (await (bytesToRead ? chosenBytesOf(Body, ContentLength, bytesToRead) : bytesOf(Body)));
    } catch (error) {
      if (hasErrorName(error, 'NoSuchKey')) return undefined;
      throw error;
    }
  },

  async getTagged(Key) {
    try {
      const { Body, ETag } = await s3.send(new GetObjectCommand({ Bucket, Key }));
      if (!Body || ETag === undefined) throw new Error('S3 answered a file without its entity tag.');
      return { bytes: await bytesOf(Body), etag: ETag };
    } catch (error) {
      if (hasErrorName(error, 'NoSuchKey')) return undefined;
      throw error;
    }
  },

  async replace(Key, Body, { contentType: ContentType, etag }) {
    const condition = etag === undefined ? { IfNoneMatch: '*' } : { IfMatch: etag };
    try {
      await s3.send(new PutObjectCommand({ Bucket, Key, Body, ContentType, ...condition }));
      return true;
    } catch (error) {
      // Of two writes at once, S3 answers the later with a conflict; of a file that is gone, that there is none.
      if (hasErrorName(error, 'PreconditionFailed', 'ConditionalRequestConflict', 'NoSuchKey')) return false;
      throw error;
    }
  },

  async remove(Key) {
    await s3.send(new DeleteObjectCommand({ Bucket, Key }));
  },

  async keys(Prefix, StartAfter) {
    const { Contents = [] } = await s3.send(new ListObjectsV2Command({ Bucket, Prefix, StartAfter }));
    return Contents.flatMap(({ Key }) => Key ?? []);
  },

  async removeSome(Prefix) {
    const { Contents = [] } = await s3.send(new ListObjectsV2Command({ Bucket, Prefix }));
    const Objects = Contents.flatMap(({ Key }) => (Key === undefined ? [] : [{ Key }]));
    if (Objects.length === 0) return false;
    const { Errors = [] } = await s3.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }));
    if (Errors.length > 0) throw new Error(`S3 did not delete ${Errors.length} of ${Objects.length} files.`);
    return true;
  },

  linkTo: (Key, { expiresAt, contentType, filename }) =>
    getSignedUrl(
      s3,
      new GetObjectCommand({
        Bucket,
        Key,
        ResponseContentType: contentType,
        ResponseContentDisposition: contentDisposition('attachment', filename),
      }),
      { expiresIn: Math.max(1, Math.floor((expiresAt - clock.now()) / 1000)) },
    ),
});

/** S3 sends the size before the bytes. An answer that is not read to its end is closed with its connection. */
async function chosenBytesOf(
  body: unknown,
  sizeBytes: number | undefined,
  bytesToRead: BytesToRead,
): Promise<Uint8Array> {
  if (!(body instanceof Readable) || sizeBytes === undefined) throw new Error('S3 answered a file without its size.');
  // An answer that breaks off before it is read is an error of the reading below, which finds it, and not of the process.
  body.on('error', () => undefined);
  try {
    const most = await bytesToRead(sizeBytes);
    return await orBrokenOff(firstBytesOf(body, most < sizeBytes ? most : Number.POSITIVE_INFINITY));
  } finally {
    body.destroy();
  }
}

async function firstBytesOf(body: Readable, most: number): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of body) {
    pieces.push(piece);
    length += piece.length;
    if (length >= most) break;
  }
  return Buffer.concat(pieces).subarray(0, most);
}

const bytesOf = (body: { transformToByteArray(): Promise<Uint8Array> }): Promise<Uint8Array> =>
  orBrokenOff(body.transformToByteArray());

/** The SDK repeats a request, but not the reading of its answer: one that breaks off is a failed request as any other. */
async function orBrokenOff(reading: Promise<Uint8Array>): Promise<Uint8Array> {
  try {
    return await reading;
  } catch (error) {
    throw Object.assign(new Error('S3 ended its answer early.', { cause: error }), { $metadata: {} });
  }
}
