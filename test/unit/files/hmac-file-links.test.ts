import { randomBytes } from 'node:crypto';
import type { FileId } from '#shared/foundation/core/ids';
import { DAY_MS, type Instant, later } from '#shared/foundation/core/time';
import { hmacFileLinks } from '#shared/foundation/files/hmac-file-links';
import { describe, expect, it } from '#test/support/jest';

const noon = Date.UTC(2026, 10, 2, 12) as Instant;
const file = 'file_01kcw3v9e2f3hb5wnkq8zr6m4t' as FileId;
const other = 'file_01kcw3v9e2f3hb5wnkq8zr6m4v' as FileId;
const one = randomBytes(32);
const two = randomBytes(32);

const linksWith = (current: string, byName: Readonly<Record<string, Uint8Array>>) =>
  hmacFileLinks({ keys: async () => ({ current, byName }), randomBytes, baseUrl: 'https://api.test/api/v1' });

const signedIn = (url: string) => {
  const query = new URL(url).searchParams;
  return { expires: query.get('expires') ?? '', signature: query.get('signature') ?? '' };
};

describe('a link to a file', () => {
  const links = linksWith('1', { 1: one });

  it('is different at every call, and each is valid for a year', async () => {
    const urls = [await links.to(file, noon), await links.to(file, noon)];

    expect(urls[0]).not.toBe(urls[1]);
    for (const url of urls) {
      expect(url).toMatch(
        /^https:\/\/api\.test\/api\/v1\/files\/file_01kcw3v9e2f3hb5wnkq8zr6m4t\/content\?expires=\d+&/,
      );
      expect(await links.holds(file, signedIn(url), noon)).toBe(true);
      expect(await links.holds(file, signedIn(url), later(noon, 365 * DAY_MS - 1))).toBe(true);
      expect(await links.holds(file, signedIn(url), later(noon, 365 * DAY_MS))).toBe(false);
    }
  });

  it('is valid for one file only', async () => {
    expect(await links.holds(other, signedIn(await links.to(file, noon)), noon)).toBe(false);
  });

  it('is invalid with any character changed', async () => {
    const { expires, signature } = signedIn(await links.to(file, noon));
    const changed = (text: string, at: number) =>
      `${text.slice(0, at)}${text[at] === 'A' ? 'B' : 'A'}${text.slice(at + 1)}`;
    const altered = Array.from(signature, (_, at) => changed(signature, at));

    for (const each of [
      ...altered,
      '',
      'x',
      `${signature}A`,
      ` ${signature}`,
      signature.toLowerCase(),
      signature.slice(1),
    ])
      expect(await links.holds(file, { expires, signature: each }, noon)).toBe(false);
    for (const each of [
      String(Number(expires) + 1),
      `0${expires}`,
      ` ${expires}`,
      `${expires}.0`,
      '9e99',
      'Infinity',
      '',
    ])
      expect(await links.holds(file, { expires: each, signature }, noon)).toBe(false);
  });

  it('remains valid after a change of the key while the old key is kept', async () => {
    const signed = signedIn(await links.to(file, noon));

    expect(await linksWith('2', { 1: one, 2: two }).holds(file, signed, noon)).toBe(true);
    expect(await linksWith('2', { 2: two }).holds(file, signed, noon)).toBe(false);
    expect(await linksWith('1', { 1: two }).holds(file, signed, noon)).toBe(false);
  });

  it.each(['__proto__', 'constructor', 'toString'])('is invalid with a key named %s', async (name) => {
    const { expires, signature } = signedIn(await links.to(file, noon));
    expect(await links.holds(file, { expires, signature: signature.replace(/^1/, name) }, noon)).toBe(false);
  });
});
