import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { OneTimeSecrets } from '#shared/foundation/core/secrets';

const BYTES = 32;

/** Secrets of 256 random bits, of which only the SHA-256 digest is stored. */
export const oneTimeSecrets = ({
  randomBytes,
}: {
  readonly randomBytes: (size: number) => Uint8Array;
}): OneTimeSecrets => ({
  make: () => Buffer.from(randomBytes(BYTES)).toString('base64url'),
  digest: digestOf,
  // Both are hashed once more, since timingSafeEqual throws on texts of different length.
  isOf: (secret, digest) => timingSafeEqual(sha256(digestOf(secret)), sha256(digest)),
  derive: (secret, purpose) => createHmac('sha256', secret).update(purpose).digest('base64url'),
});

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

const digestOf = (text: string): string => sha256(text).toString('base64url');
