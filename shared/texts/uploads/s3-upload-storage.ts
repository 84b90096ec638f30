import {
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  HeadObjectCommand,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { AssumeRoleCommand, type STSClient } from '@aws-sdk/client-sts';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { hasErrorName } from '#shared/foundation/core/error-name';
import { type Instant, later, SECOND_MS } from '#shared/foundation/core/time';
import type { OpenUpload, UploadStorage } from '#shared/texts/uploads/ports';
import { LINK_LIFE_MS } from '#shared/texts/uploads/rules/upload';

interface Needs {
  readonly bucket: string;
  /** A client that sends no checksums, since browsers send none: with these credentials, or those of the function. */
  readonly clientWith: (credentials?: Session) => S3Client;
  /**
   * A link ends with the session that signed it, and that of a function may end at any time. So each is signed in a
   * session of its own, of a role that may write this one object. Undefined on local stacks: the function signs.
   */
  readonly role: { readonly sts: Pick<STSClient, 'send'>; readonly arn: string } | undefined;
}

interface Session {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken: string;
}

const LINK_LIFE_SECONDS = LINK_LIFE_MS / SECOND_MS;

/** Uploads in one private bucket. */
export function s3UploadStorage({ bucket: Bucket, clientWith, role }: Needs): UploadStorage {
  const s3 = clientWith();
  const signer = async (key: string): Promise<S3Client> =>
    role ? clientWith(await sessionFor(role.sts, role.arn, { bucket: Bucket, key })) : s3;
  const from = (now: Instant, until: Instant = later(now, LINK_LIFE_MS)) => ({
    expiresIn: Math.max(1, Math.floor((until - now) / SECOND_MS)),
    signingDate: new Date(now),
  });

  return {
    async urlOf(Key) {
      const signed = new URL(await getSignedUrl(s3, new PutObjectCommand({ Bucket, Key })));
      return `${signed.origin}${signed.pathname}`;
    },

    async begin(Key) {
      const begun = await s3.send(new CreateMultipartUploadCommand({ Bucket, Key }));
      if (begun.UploadId === undefined) throw new Error('S3 began an upload without an id.');
      return begun.UploadId;
    },

    async complete({ key: Key, multipartId: UploadId }, etags) {
      const Parts = etags.map((ETag, at) => ({ PartNumber: at + 1, ETag }));
      try {
        await s3.send(new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload: { Parts } }));
        return 'completed';
      } catch (error) {
        if (hasErrorName(error, 'InvalidPart', 'EntityTooSmall')) return 'invalid_parts';
        if (!hasErrorName(error, 'NoSuchUpload')) throw error;
        // Completed before, by a request that ended before it could save so.
        return (await exists(s3, Bucket, Key)) ? 'completed' : 'gone';
      }
    },

    async signPut(Key, now, ContentLength, until) {
      const put = new PutObjectCommand({ Bucket, Key, ...(ContentLength !== undefined && { ContentLength }) });
      return getSignedUrl(await signer(Key), put, from(now, until));
    },

    async signParts({ key: Key, multipartId: UploadId }: OpenUpload, sizesBytes, now) {
      const client = await signer(Key);
      const partOf = (ContentLength: number, at: number) =>
        new UploadPartCommand({ Bucket, Key, UploadId, PartNumber: at + 1, ContentLength });
      return Promise.all(sizesBytes.map((size, at) => getSignedUrl(client, partOf(size, at), from(now))));
    },
  };
}

/** A session that writes one object, for as long as a link lives: the longest that a role which assumes another gets. */
async function sessionFor(
  sts: Pick<STSClient, 'send'>,
  RoleArn: string,
  { bucket, key }: { readonly bucket: string; readonly key: string },
): Promise<Session> {
  const assume = new AssumeRoleCommand({
    RoleArn,
    RoleSessionName: key.split('/').at(-1),
    DurationSeconds: LINK_LIFE_SECONDS,
    Policy: JSON.stringify({
      Version: '2012-10-17',
      Statement: [
        { Effect: 'Allow', Action: 's3:PutObject', Resource: `arn:aws:s3:::${bucket}/${key}` },
        // The bucket encrypts with a key of its own, whose policy admits it through S3 alone.
        { Effect: 'Allow', Action: ['kms:GenerateDataKey', 'kms:Decrypt'], Resource: '*' },
      ],
    }),
  });
  const { Credentials: session } = await sts.send(assume);
  if (!session?.AccessKeyId || !session.SecretAccessKey || !session.SessionToken)
    throw new Error('STS answered without credentials.');
  const { AccessKeyId: accessKeyId, SecretAccessKey: secretAccessKey, SessionToken: sessionToken } = session;
  return { accessKeyId, secretAccessKey, sessionToken };
}

async function exists(s3: Pick<S3Client, 'send'>, Bucket: string, Key: string): Promise<boolean> {
  try {
    await s3.send(new HeadObjectCommand({ Bucket, Key }));
    return true;
  } catch (error) {
    if (hasErrorName(error, 'NotFound')) return false;
    throw error;
  }
}
