import { createHash, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { apiKeys } from '#shared/accounts/identity/api-keys';
import type { UserId } from '#shared/foundation/core/ids';
import { describe, expect, it } from '#test/support/jest';

const aUser = 'usr_01k2x3y4z5a6b7c8d9e0f1g2h3' as UserId;
const keys = apiKeys({ randomBytes });
const keyOf = (bytes: Uint8Array) => apiKeys({ randomBytes: () => bytes }).make(aUser).key;

describe('an API key', () => {
  it('names its user, has 256 random bits and matches the pattern for scanners', () => {
    const { key } = keys.make(aUser);
    expect(key).toMatch(/^rap_01k2x3y4z5a6b7c8d9e0f1g2h3_[0-9A-Za-z]{49}$/);
    expect(keyOf(new Uint8Array(32)).slice(31, 74)).toBe('0'.repeat(43));
    expect(keyOf(new Uint8Array(32).fill(255))).toHaveLength(80);
    expect(new Set(Array.from({ length: 500 }, () => keys.make(aUser).key)).size).toBe(500);
  });

  it('is made of 32 random bytes', () => {
    const asked: number[] = [];
    const counted = (size: number) => {
      asked.push(size);
      return new Uint8Array(size);
    };
    apiKeys({ randomBytes: counted }).make(aUser);
    expect(asked).toEqual([32]);
  });

  it('two different secrets give two different keys', () => {
    const aSecret = fc.uint8Array({ minLength: 32, maxLength: 32 });
    fc.assert(
      fc.property(aSecret, aSecret, (one, other) => {
        expect(keyOf(one) === keyOf(other)).toBe(Buffer.from(one).equals(other));
      }),
    );
  });

  it('is read as its user and the SHA-256 digest of the whole key', () => {
    const { key, digest } = keys.make(aUser);
    expect(keys.read(key)).toEqual({ userId: aUser, digest });
    expect(digest).toBe(createHash('sha256').update(key).digest('base64url'));
  });

  it('is invalid with any one character changed', () => {
    const { key } = keys.make(aUser);
    const aPlace = fc.integer({ min: 0, max: key.length - 1 });
    const aCharacter = fc.constantFrom(...'0aAzZ9_-é');
    fc.assert(
      fc.property(aPlace, aCharacter, (place, character) => {
        const changed = key.slice(0, place) + character + key.slice(place + 1);
        expect(keys.read(changed) === undefined).toBe(changed !== key);
      }),
    );
  });

  it('is invalid when it is shorter, longer or of another kind', () => {
    const { key } = keys.make(aUser);
    const others = [
      '',
      'rap_',
      key.slice(1),
      key.slice(0, -1),
      `${key}0`,
      ` ${key}`,
      `${key}\n`,
      key.toUpperCase(),
      key.replace('rap_', 'sk_'),
      'x'.repeat(1_000_000),
    ];
    for (const other of others) expect(keys.read(other)).toBeUndefined();
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => expect(keys.read(text)).toBeUndefined()));
  });

  it('digests are compared as a whole, whatever their length', () => {
    const { digest } = keys.make(aUser);
    expect(keys.sameDigest(digest, digest)).toBe(true);
    for (const other of ['', digest.slice(1), `${digest}x`, keys.make(aUser).digest])
      expect(keys.sameDigest(digest, other)).toBe(false);
  });
});
