import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import {
  DecryptCommand,
  EncryptCommand,
  IncorrectKeyException,
  InvalidCiphertextException,
  type KMSClient,
  KMSServiceException,
} from '@aws-sdk/client-kms';
import { type InMemoryClient, inMemoryClient, on } from './in-memory-client.ts';
import { atOnce, type Latency } from './latency.ts';

const $metadata = { httpStatusCode: 400, attempts: 1 };

/** What `Encrypt` takes at most, in bytes. */
const LARGEST_PLAINTEXT = 4_096;

const NONCE = 12;
const TAG = 16;

/**
 * A KMS client that really encrypts (AES-256-GCM under keys it makes up), so that what it hands out is opaque and a
 * changed byte or another encryption context is refused.
 */
export const inMemoryKms = ({
  latency = atOnce,
}: {
  readonly latency?: Latency;
} = {}): InMemoryClient<KMSClient['send']> => {
  const keys = new Map<string, Buffer>();
  const keyFor = (id: string) => {
    const key = keys.get(id) ?? randomBytes(32);
    keys.set(id, key);
    return key;
  };
  return inMemoryClient<KMSClient['send']>('KMS', [
    on(EncryptCommand, async ({ KeyId = '', Plaintext = new Uint8Array(), EncryptionContext }) => {
      if (Plaintext.byteLength < 1 || Plaintext.byteLength > LARGEST_PLAINTEXT) throw badLength();
      await latency('Encrypt');
      return { KeyId, CiphertextBlob: seal(keyFor(KeyId), KeyId, Plaintext, EncryptionContext) };
    }),
    on(DecryptCommand, async ({ KeyId, CiphertextBlob = new Uint8Array(), EncryptionContext }) => {
      await latency('Decrypt');
      const sealed = split(CiphertextBlob);
      const key = keys.get(sealed.keyId);
      if (!key) throw invalidCiphertext();
      if (KeyId !== undefined && KeyId !== sealed.keyId) throw incorrectKey();
      return { KeyId: sealed.keyId, Plaintext: open(key, sealed, EncryptionContext) };
    }),
  ]);
};

type Context = Record<string, string> | undefined;

/** One text for one context, whatever the order of its entries. */
const contextText = (context: Context): string => JSON.stringify(Object.entries(context ?? {}).sort());

const seal = (key: Buffer, keyId: string, plaintext: Uint8Array, context: Context): Uint8Array => {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(contextText(context)));
  const body = Buffer.concat([cipher.update(plaintext), cipher.final()]);
  const name = Buffer.from(keyId);
  return Uint8Array.from(Buffer.concat([Buffer.of(name.byteLength), name, nonce, cipher.getAuthTag(), body]));
};

const split = (blob: Uint8Array) => {
  const bytes = Buffer.from(blob);
  const nonceAt = 1 + (bytes[0] ?? 0);
  const tagAt = nonceAt + NONCE;
  const bodyAt = tagAt + TAG;
  if (bytes.byteLength <= bodyAt) throw invalidCiphertext();
  return {
    keyId: bytes.subarray(1, nonceAt).toString(),
    nonce: bytes.subarray(nonceAt, tagAt),
    tag: bytes.subarray(tagAt, bodyAt),
    body: bytes.subarray(bodyAt),
  };
};

const open = (key: Buffer, { nonce, tag, body }: ReturnType<typeof split>, context: Context): Uint8Array => {
  const decipher = createDecipheriv('aes-256-gcm', key, nonce)
    .setAAD(Buffer.from(contextText(context)))
    .setAuthTag(tag);
  try {
    return Uint8Array.from(Buffer.concat([decipher.update(body), decipher.final()]));
  } catch {
    throw invalidCiphertext();
  }
};

const invalidCiphertext = () => new InvalidCiphertextException({ message: 'UnknownError', $metadata });

const incorrectKey = () =>
  new IncorrectKeyException({
    message: 'The key ID in the request does not identify a CMK that can perform this operation.',
    $metadata,
  });

const badLength = () =>
  new KMSServiceException({
    name: 'ValidationException',
    $fault: 'client',
    message: `1 validation error detected: Value at 'plaintext' failed to satisfy constraint: Member must have length less than or equal to ${LARGEST_PLAINTEXT} and greater than or equal to 1`,
    $metadata,
  });
