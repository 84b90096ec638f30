import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  type ListObjectsV2CommandInput,
  NoSuchKey,
  NotFound,
  PutObjectCommand,
  type PutObjectCommandInput,
  type S3Client,
} from '@aws-sdk/client-s3';
import { compareText } from '#test/doubles/dynamodb/values';
import { type InMemoryClient, inMemoryClient, type Operation, on } from './in-memory-client.ts';
import { atOnce, type Latency, systemTime, type TimeSource } from './latency.ts';
import { type OpenUploads, uploading } from './s3-multipart.ts';
import { type S3Operations, type StoredObject, s3Error } from './s3-operations.ts';

/** An S3 client that has every bucket it is asked for. Presigned links are made by the SDK alone and need no client. */
export interface InMemoryS3 extends InMemoryClient<S3Client['send']> {
  /** The keys of a bucket, in S3's order. */
  keys(bucket: string): readonly string[];
  read(bucket: string, key: string): StoredObject | undefined;
  /** The multipart uploads that are neither completed nor aborted. */
  readonly openUploads: OpenUploads;
}

interface Options {
  readonly time?: TimeSource;
  readonly latency?: Latency;
  /** The least size of a part that is not the last, by default the 5 MiB of S3. */
  readonly smallestPartBytes?: number;
}

const SMALLEST_PART_BYTES = 5 * 1024 * 1024;

export const inMemoryS3 = (options: Options = {}): InMemoryS3 => {
  const buckets = new Map<string, Map<string, StoredObject>>();
  const objectsOf = (bucket = '') => {
    const objects = buckets.get(bucket) ?? new Map<string, StoredObject>();
    buckets.set(bucket, objects);
    return objects;
  };
  const operations = { time: options.time ?? systemTime, arrive: options.latency ?? atOnce, objectsOf, bytesOf };
  const { smallestPartBytes = SMALLEST_PART_BYTES } = options;
  const uploads: OpenUploads = new Map();
  return {
    ...inMemoryClient<S3Client['send']>('S3', [
      ...writing(operations),
      ...reading(operations),
      ...uploading(operations, { uploads, smallestPartBytes }),
    ]),
    openUploads: uploads,
    keys: (bucket) => sorted(objectsOf(bucket).keys()),
    read: (bucket, key) => objectsOf(bucket).get(key),
  };
};

const sorted = (keys: Iterable<string>): string[] => [...keys].sort(compareText);

const writing = ({ time, arrive, objectsOf }: S3Operations): readonly Operation[] => [
  on(PutObjectCommand, async (input) => {
    const object = {
      bytes: await bytesOf(input.Body),
      contentType: input.ContentType,
      metadata: { ...input.Metadata },
    };
    await arrive('PutObject');
    const objects = objectsOf(input.Bucket);
    const there = objects.get(input.Key ?? '');
    if (input.IfNoneMatch === '*' && there) throw alreadyThere();
    if (input.IfMatch !== undefined && !there) throw noSuchKey();
    if (input.IfMatch !== undefined && there && input.IfMatch !== etagOf(there.bytes)) throw alreadyThere();
    objects.set(input.Key ?? '', { ...object, storedAt: time.now() });
    return { ETag: etagOf(object.bytes) };
  }),
  on(CopyObjectCommand, async ({ Bucket, Key = '', CopySource = '', CopySourceIfMatch }) => {
    await arrive('CopyObject');
    const [bucket = '', ...key] = CopySource.split('/');
    const object = objectsOf(bucket).get(key.join('/'));
    if (!object) throw noSuchKey();
    if (CopySourceIfMatch !== undefined && CopySourceIfMatch !== etagOf(object.bytes)) throw alreadyThere();
    objectsOf(Bucket).set(Key, { ...object, storedAt: time.now() });
    return { CopyObjectResult: { ETag: etagOf(object.bytes) } };
  }),
  on(DeleteObjectCommand, async ({ Bucket, Key = '' }) => {
    await arrive('DeleteObject');
    objectsOf(Bucket).delete(Key);
    return {};
  }),
  on(DeleteObjectsCommand, async ({ Bucket, Delete }) => {
    const keys = (Delete?.Objects ?? []).flatMap(({ Key }) => (Key === undefined ? [] : [Key]));
    if (keys.length < 1 || keys.length > 1_000) throw malformed();
    await arrive('DeleteObjects');
    for (const key of keys) objectsOf(Bucket).delete(key);
    return { ...(!Delete?.Quiet && { Deleted: keys.map((Key) => ({ Key })) }) };
  }),
];

const reading = ({ arrive, objectsOf }: S3Operations): readonly Operation[] => [
  on(GetObjectCommand, async ({ Bucket, Key = '', Range }) => {
    await arrive('GetObject');
    const object = objectsOf(Bucket).get(Key);
    if (!object) throw noSuchKey();
    const [, first = 0, last = object.bytes.length] = /^bytes=(\d+)-(\d+)$/.exec(Range ?? '') ?? [];
    const bytes = object.bytes.slice(Number(first), Number(last) + 1);
    return { ...describe(object), ContentLength: bytes.length, Body: streamOf(bytes) };
  }),
  on(HeadObjectCommand, async ({ Bucket, Key = '' }) => {
    await arrive('HeadObject');
    const object = objectsOf(Bucket).get(Key);
    if (!object) throw new NotFound({ message: 'UnknownError', $metadata: status(404) });
    return describe(object);
  }),
  on(ListObjectsV2Command, async (input) => {
    await arrive('ListObjectsV2');
    return listed(objectsOf(input.Bucket), input);
  }),
];

const status = (httpStatusCode: number) => ({ httpStatusCode, attempts: 1 });

const noSuchKey = () => new NoSuchKey({ message: 'The specified key does not exist.', $metadata: status(404) });

const alreadyThere = () =>
  s3Error(412, 'PreconditionFailed', 'At least one of the pre-conditions you specified did not hold');

const malformed = () =>
  s3Error(
    400,
    'MalformedXML',
    'The XML you provided was not well-formed or did not validate against our published schema',
  );

const etagOf = (bytes: Uint8Array): string => `"${createHash('md5').update(bytes).digest('hex')}"`;

const describe = ({ bytes, contentType = 'application/octet-stream', metadata, storedAt }: StoredObject) => ({
  ContentType: contentType,
  ContentLength: bytes.byteLength,
  ETag: etagOf(bytes),
  LastModified: new Date(storedAt),
  Metadata: { ...metadata },
});

const bytesOf = async (body: PutObjectCommandInput['Body']): Promise<Uint8Array> => {
  if (body === undefined) return new Uint8Array();
  if (typeof body === 'string') return Buffer.from(body);
  if (body instanceof Uint8Array) return Uint8Array.from(body);
  if (body instanceof Readable) return Buffer.concat(await body.toArray());
  return new Uint8Array(await new Response(body).arrayBuffer());
};

/** The stream of the answer, with the SDK's shorthands; to be read once, as there. */
const streamOf = (bytes: Uint8Array) => {
  const copy = Buffer.from(bytes);
  return Object.assign(Readable.from([copy]), {
    transformToByteArray: async () => Uint8Array.from(copy),
    transformToString: async (encoding = 'utf8') => copy.toString(Buffer.isEncoding(encoding) ? encoding : 'utf8'),
    transformToWebStream: () => new Blob([Uint8Array.from(copy)]).stream(),
  });
};

/** Up to 1,000 keys after the token, which is the last key of the page before. */
const listed = (objects: ReadonlyMap<string, StoredObject>, input: ListObjectsV2CommandInput) => {
  const { Prefix = '', MaxKeys = 1_000, ContinuationToken, StartAfter } = input;
  const begin = ContinuationToken === undefined ? StartAfter : Buffer.from(ContinuationToken, 'base64url').toString();
  const rest = sorted(objects.keys()).filter(
    (key) => key.startsWith(Prefix) && (begin === undefined || compareText(key, begin) > 0),
  );
  const page = rest.slice(0, Math.min(MaxKeys, 1_000));
  const last = page.at(-1);
  return {
    Contents: page.map((Key) => {
      const object = objects.get(Key);
      return { Key, Size: object?.bytes.byteLength, ...(object && { LastModified: new Date(object.storedAt) }) };
    }),
    KeyCount: page.length,
    IsTruncated: rest.length > page.length,
    ...(rest.length > page.length && last && { NextContinuationToken: Buffer.from(last).toString('base64url') }),
  };
};
