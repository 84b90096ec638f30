import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { OneTimeSecrets } from '#shared/core/one-time-secrets';

const BYTES = 32;

export const oneTimeSecrets = ({
  randomBytes,
}: {
  readonly randomBytes: (size: number) => Uint8Array;
}): OneTimeSecrets => ({
  make: () => Buffer.from(randomBytes(BYTES)).toString('base64url'),
  digest: digestOf,
  // Hashed once more: the comparison throws on texts of different length.
  isOf: (secret, digest) => timingSafeEqual(sha256(digestOf(secret)), sha256(digest)),
  derive: (secret, purpose) => createHmac('sha256', secret).update(purpose).digest('base64url'),
});

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

const digestOf = (text: string): string => sha256(text).toString('base64url');
