import { createHash, randomUUID } from 'node:crypto';
import { crc32 } from 'node:zlib';
import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  ListPartsCommand,
  UploadPartCommand,
  type UploadPartCommandInput,
} from '@aws-sdk/client-s3';
import { type Operation, on } from './in-memory-client.ts';
import { type S3Operations, s3Error } from './s3-operations.ts';

/** An upload that was begun, with its parts by number. */
interface OpenUpload {
  readonly key: string;
  readonly contentType: string | undefined;
  readonly hasCrc32: boolean;
  readonly parts: Map<number, Uint8Array>;
}

/** The uploads that are neither completed nor aborted, by their id. */
export type OpenUploads = Map<string, OpenUpload>;

const MOST_PARTS = 10_000;
const PAGE = 1_000;

/** What S3 does with multipart uploads. `smallestPartBytes` stands for the 5 MiB of S3, so that tests have small parts. */
export const uploading = (
  { time, arrive, objectsOf, bytesOf }: S3Operations,
  { uploads, smallestPartBytes }: { readonly uploads: OpenUploads; readonly smallestPartBytes: number },
): readonly Operation[] => {
  const opened = ({ UploadId = '', Key = '' }: { UploadId: string | undefined; Key: string | undefined }) => {
    const upload = uploads.get(UploadId);
    if (upload?.key !== Key) throw s3Error(404, 'NoSuchUpload', 'The specified upload does not exist.');
    return upload;
  };
  return [
    on(CreateMultipartUploadCommand, async ({ Bucket, Key = '', ContentType, ChecksumAlgorithm }) => {
      await arrive('CreateMultipartUpload');
      const UploadId = randomUUID();
      const hasCrc32 = ChecksumAlgorithm === 'CRC32';
      uploads.set(UploadId, { key: Key, contentType: ContentType, hasCrc32, parts: new Map() });
      return { Bucket, Key, UploadId };
    }),
    on(UploadPartCommand, async (input: UploadPartCommandInput) => {
      const bytes = await bytesOf(input.Body);
      await arrive('UploadPart');
      const { parts, hasCrc32 } = opened({ UploadId: input.UploadId, Key: input.Key });
      const number = input.PartNumber ?? 0;
      if (number < 1 || number > MOST_PARTS)
        throw s3Error(400, 'InvalidArgument', 'Part number must be an integer between 1 and 10000, inclusive');
      parts.set(number, bytes);
      return { ETag: etagOf(bytes), ...(hasCrc32 && { ChecksumCRC32: crc32Of(bytes) }) };
    }),
    on(ListPartsCommand, async ({ UploadId, Key, PartNumberMarker = '0' }) => {
      await arrive('ListParts');
      const { parts, hasCrc32 } = opened({ UploadId, Key });
      const rest = sorted(parts).filter(([number]) => number > Number(PartNumberMarker));
      const page = rest.slice(0, PAGE);
      return {
        Parts: page.map(([PartNumber, bytes]) => ({
          PartNumber,
          Size: bytes.byteLength,
          ETag: etagOf(bytes),
          ...(hasCrc32 && { ChecksumCRC32: crc32Of(bytes) }),
        })),
        IsTruncated: rest.length > page.length,
        NextPartNumberMarker: String(page.at(-1)?.[0] ?? 0),
      };
    }),
    on(CompleteMultipartUploadCommand, async ({ Bucket, UploadId = '', Key = '', MultipartUpload }) => {
      await arrive('CompleteMultipartUpload');
      const { parts, hasCrc32, contentType } = opened({ UploadId, Key });
      const named = MultipartUpload?.Parts ?? [];
      if (named.length === 0) throw s3Error(400, 'MalformedXML', 'You must specify at least one part');
      const pieces = named.map((part, index) => {
        const bytes = pieceOf(parts, part, hasCrc32);
        if (index > 0 && (part.PartNumber ?? 0) <= (named[index - 1]?.PartNumber ?? 0))
          throw s3Error(400, 'InvalidPartOrder', 'The list of parts was not in ascending order.');
        if (index < named.length - 1 && bytes.byteLength < smallestPartBytes)
          throw s3Error(400, 'EntityTooSmall', 'Your proposed upload is smaller than the minimum allowed size');
        return bytes;
      });
      uploads.delete(UploadId);
      const bytes = Buffer.concat(pieces);
      objectsOf(Bucket).set(Key, { bytes, contentType, metadata: {}, storedAt: time.now() });
      return { Bucket, Key, ETag: etagOf(bytes) };
    }),
    on(AbortMultipartUploadCommand, async ({ UploadId, Key }) => {
      await arrive('AbortMultipartUpload');
      opened({ UploadId, Key });
      uploads.delete(UploadId ?? '');
      return {};
    }),
  ];
};

/** The stored part that a completion names: with its ETag, and with its checksum where the upload has an algorithm. */
function pieceOf(parts: ReadonlyMap<number, Uint8Array>, named: CompletedPart, hasCrc32: boolean): Uint8Array {
  const bytes = parts.get(named.PartNumber ?? 0);
  const isSame = bytes && named.ETag === etagOf(bytes) && (!hasCrc32 || named.ChecksumCRC32 === crc32Of(bytes));
  if (!isSame) throw s3Error(400, 'InvalidPart', 'One or more of the specified parts could not be found.');
  return bytes;
}

const sorted = (parts: ReadonlyMap<number, Uint8Array>) => [...parts].sort(([one], [other]) => one - other);

const etagOf = (bytes: Uint8Array): string => `"${createHash('md5').update(bytes).digest('hex')}"`;

/** As S3 writes it: four bytes, big-endian, in Base64. */
function crc32Of(bytes: Uint8Array): string {
  const four = Buffer.alloc(4);
  four.writeUInt32BE(crc32(bytes));
  return four.toString('base64');
}
