import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

const SECRET_BYTES = 32;
const SECRET = /^[A-Za-z0-9_-]{43}$/;

/** A cookie value of 256 random bits, so that its stored digest needs no salt. */
export const newSecret = (randomBytes: (size: number) => Uint8Array): string =>
  Buffer.from(randomBytes(SECRET_BYTES)).toString('base64url');

/** Whether a text has the form of a secret; any other text costs no read. */
export const isSecret = (text: string | undefined): text is string => text !== undefined && SECRET.test(text);

/** Derives a token for one purpose from a secret; the token does not reveal the secret. */
export const deriveToken = (secret: string, purpose: 'form' | 'browser'): string =>
  createHmac('sha256', secret).update(purpose).digest('base64url');

/** Compares in constant time. Digests are compared, since `timingSafeEqual` needs equal lengths. */
export const isSameText = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other));

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
