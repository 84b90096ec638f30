import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

const SECRET_BYTES = 32;
const SECRET = /^[A-Za-z0-9_-]{43}$/;

/** What a browser keeps in a cookie: 256 bits, so that a digest of it needs no salt. */
export const newSecret = (randomBytes: (size: number) => Uint8Array): string =>
  Buffer.from(randomBytes(SECRET_BYTES)).toString('base64url');

/** Whether it may be one of ours; what cannot be costs no read. */
export const isSecret = (text: string | undefined): text is string => text !== undefined && SECRET.test(text);

/** Something that only who has the secret can make, for one purpose, and that does not give the secret away. */
export const derived = (secret: string, purpose: 'form' | 'browser'): string =>
  createHmac('sha256', secret).update(purpose).digest('base64url');

/** Compared in the same time wherever they differ; digests, since lengths have to be equal. */
export const sameText = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other));

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
