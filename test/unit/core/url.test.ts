import fc from 'fast-check';
import { parseUrl } from '#shared/foundation/core/url';
import { describe, expect, it } from '#test/support/jest';

/** Encoded by Node: the label of a host in Punycode. */
const aLabel = fc
  .string({ unit: fc.constantFrom(...'abcäöüßéñжки日本語中文'), minLength: 1, maxLength: 20 })
  .filter((label) => /[^a-z]/.test(label));

describe('a parsed URL', () => {
  it.each([
    ['plain', 'https://example.com/x', 'example.com'],
    ['in another script', 'https://bücher.example/x', 'xn--bcher-kva.example'],
    ['in Punycode', 'https://xn--bcher-kva.example/x', 'xn--bcher-kva.example'],
    ['in capital letters', 'https://XN--BCHER-KVA.example/x', 'xn--bcher-kva.example'],
    ['an emoji in Punycode', 'https://xn--ls8h.la/x', 'xn--ls8h.la'],
    ['with xn-- inside a label', 'https://axn--a.example/x', 'axn--a.example'],
    ['an IPv6 address', 'https://[2001:db8::1]/x', '[2001:db8::1]'],
    ['empty', 'mailto:ada@example.com', ''],
  ])('has a host that is %s', (_name, text, hostname) => {
    expect(parseUrl(text)?.hostname).toBe(hostname);
  });

  it.each([
    ['that does not decode', 'https://xn--a/x'],
    ['that does not decode, in capital letters', 'https://XN--A.example/x'],
    ['that does not decode, after another label', 'https://www.xn--0.example/x'],
    ['without anything encoded', 'https://xn--/x'],
    ['of characters that IDNA maps to others', 'https://xn--8i7caa.example/x'],
    ['beside another script', 'https://xn--a.bücher.example/x'],
  ])('is null for a host in Punycode %s', (_name, text) => {
    expect(parseUrl(text)).toBeNull();
  });

  it('is null for a text that is no URL', () => {
    expect(['', 'example.com', 'https://', 'https://a b/'].map((text) => parseUrl(text))).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });

  it('is relative to a base where one is given', () => {
    expect(parseUrl('../b?c', 'https://example.com/a/a')?.href).toBe('https://example.com/b?c');
  });

  it('is the same for a host and for its Punycode', () => {
    fc.assert(
      fc.property(aLabel, (label) => {
        const host = parseUrl(`https://${label}.example/`)?.hostname;
        expect(parseUrl(`https://${host}/`)?.hostname).toBe(host);
      }),
    );
  });
});
