import { hash, timingSafeEqual } from 'node:crypto';
import type { ApiKeys } from '#shared/accounts/identity/ports';
import { idOf, type UserId } from '#shared/foundation/core/ids';

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SECRET_BYTES = 32;
/** 62^43 is just above 2^256. */
const SECRET_DIGITS = 43;
const CHECKSUM_DIGITS = 6;

/** Scanners for leaked secrets look for this pattern. */
const KEY = /^rap_([0-9a-z]{26})_[0-9A-Za-z]{49}$/;

/** `rap_`, the user, 256 random bits, and a checksum: `rap_01k…_4fT…`, 80 characters. */
export const apiKeys = ({ randomBytes }: { readonly randomBytes: (size: number) => Uint8Array }): ApiKeys => ({
  make(userId) {
    const secret = base62(numberOf(randomBytes(SECRET_BYTES)), SECRET_DIGITS);
    const unchecked = `rap_${userId.slice('usr_'.length)}_${secret}`;
    const key = unchecked + checksumOf(unchecked);
    return { key, digest: digestOf(key) };
  },

  read(key) {
    const userId = userOf(key);
    if (userId === undefined || checksumOf(key.slice(0, -CHECKSUM_DIGITS)) !== key.slice(-CHECKSUM_DIGITS))
      return undefined;
    return { userId, digest: digestOf(key) };
  },

  // A digest has one length: another length tells nothing of the key, and timingSafeEqual would throw on it.
  sameDigest: (one, other) => one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other)),
});

const userOf = (key: string): UserId | undefined => idOf('usr', `usr_${KEY.exec(key)?.[1] ?? ''}`);

const digestOf = (key: string): string => hash('sha256', key, 'base64url');

/** Recognises a mistyped key without a read of the table. It is no security measure. */
const checksumOf = (unchecked: string): string =>
  base62(BigInt(`0x${hash('sha256', unchecked, 'hex').slice(0, 8)}`), CHECKSUM_DIGITS);

const numberOf = (bytes: Uint8Array): bigint => BigInt(`0x${Buffer.from(bytes).toString('hex')}`);

function base62(value: bigint, width: number): string {
  let digits = '';
  for (let rest = value; digits.length < width; rest /= 62n) digits = DIGITS.charAt(Number(rest % 62n)) + digits;
  return digits;
}
