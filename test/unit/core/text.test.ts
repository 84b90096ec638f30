import fc from 'fast-check';
import { hasControls, nameFault, relayedNameFault } from '#shared/foundation/core/text';
import { describe, expect, it } from '#test/support/jest';

describe('a name', () => {
  it.each([
    'Ada Lovelace',
    'Node.js',
    'booking.com',
    'J.R. Smith',
    'and/or',
    'Q3: plan',
    '李雷',
    '🤖',
    'www',
    'v1.2/EMEA',
    'Acme.com',
    'Dr. No / Research',
    'Acme Inc./Berlin',
    'Smith\u2019s caf\u00e9',
    'Ops: daily',
    '\u0645\u0631\u062D\u0628\u0627',
    'a\u200Db',
  ])('%j is fine', (name) => expect(nameFault(name)).toBeUndefined());

  it.each(['', ' ', '\t\n', '\u200B\u2060', '\u3164', '\u00A0\uFEFF'])('%j is blank', (name) =>
    expect(nameFault(name)).toBe('blank'),
  );

  it.each([
    'http://evil.example',
    'HTTP://EVIL.EXAMPLE',
    'https:evil.example',
    'ftp://x',
    '  https://evil.example  ',
    'Click https://evil.example now',
    'www.evil.example',
    'WWW.Evil.Example',
    'see www.evil.example',
    'ｈｔｔｐ：／／ｅｖｉｌ．ｅｘａｍｐｌｅ',
    'ｗｗｗ．evil．example',
    'www。例え。jp',
    'http://пример.рф',
    'пример.рф/вход',
    'evil.example/login',
    'ht\u200Btp://evil.example',
    'w\u00ADww.evil.example',
    '//evil.example',
    'http:\\\\evil.example',
    'javascript:alert(1)',
    'mailto:ada@example.com',
    'Sign in at evil.example/login',
    'evil.example/',
    '(evil.example/x)',
    'evil.example:8443/x',
    '203.0.113.9/x',
    'xn--e1afmkfd.xn--p1ai/x',
    'Ada <www.evil.example>',
    'now:https:evil',
    'pay //evil.example',
    'custom+scheme://x',
    'evil.example./login',
    'evil.example?x=1',
    'evil.example#x',
    'evil.example:8080',
    'evil.example.:8080',
    '203.0.113.9:8080',
    '203.0.113.9?x',
    'evil.example:/login',
    '203.0.113.9./x',
    '\u0939\u093F\u0928\u094D\u0926\u0940.com/login',
  ])('%j is a URL', (name) => expect(nameFault(name)).toBe('invalid_format'));

  it('is a URL with characters that are drawn as nothing anywhere in it', () => {
    // Joiners, variation selectors, fillers and tags: some are marks or letters, not format characters.
    const unseen = [0xad, 0x34f, 0x3164, 0xffa0, 0x17b4, 0x180b, 0x200b, 0x2060, 0xfe00, 0xfe0f, 0xe0041, 0xe0100];
    const url = fc.constantFrom('www.evil.example', 'evil.example/login', 'https:evil.example', '//evil.example');
    fc.assert(
      fc.property(url, fc.constantFrom(...unseen), fc.nat(9), (link, code, at) => {
        expect(nameFault(`${link.slice(0, at)}${String.fromCodePoint(code)}${link.slice(at)}`)).toBe('invalid_format');
      }),
      { numRuns: 500 },
    );
  });

  it.each(['\n', '\v', '\f', '\r', '\u0085', '\u2028', '\u2029'])('with the line break %j is refused', (mark) =>
    expect(nameFault(`PayPal${mark}Security`)).toBe('invalid_format'),
  );

  it('with any control character but a tab is refused', () => {
    const controls = Array.from({ length: 0xa0 }, (_none, code) => String.fromCodePoint(code)).filter(
      (one) => /\p{Cc}/u.test(one) && one !== '\t',
    );

    expect(controls).toHaveLength(64);
    expect(controls.filter((control) => nameFault(`Notes ${control}taker`) !== 'invalid_format')).toEqual([]);
    expect(nameFault('Notes\ttaker')).toBeUndefined();
  });

  it('with any bidirectional control is refused, wherever it is', () => {
    const controls = [0x61c, 0x200e, 0x200f, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069];
    const words = fc.string({ unit: fc.constantFrom(...'abc Ω漢'), maxLength: 20 });
    fc.assert(
      fc.property(words, words, fc.constantFrom(...controls), (before, after, control) => {
        expect(nameFault(`x${before}${String.fromCodePoint(control)}${after}`)).toBe('invalid_format');
      }),
    );
  });

  it('with a URL anywhere in it is refused', () => {
    const words = fc.string({ unit: fc.constantFrom(...'abc Ω漢'), maxLength: 20 });
    const host = fc.domain();
    const url = fc.oneof(
      host.map((name) => `https://${name}`),
      host.map((name) => `www.${name}`),
      host.map((name) => `${name}/`),
      host.map((name) => `${name}?a`),
      host.map((name) => `${name}#a`),
      host.map((name) => `${name}:80`),
    );
    fc.assert(
      fc.property(words, url, words, (before, link, after) => {
        fc.pre(link.length < 50);
        expect(nameFault(`${before} ${link} ${after}`)).toBe('invalid_format');
      }),
    );
  });

  it.each(['Who is booking.com?', 'Acme.com #1', 'Acme.com: sales'])('that is %j is fine', (name) =>
    expect(nameFault(name)).toBeUndefined(),
  );

  it('that is a domain alone is fine', () => {
    fc.assert(
      fc.property(fc.domain(), (domain) => {
        fc.pre(domain.length <= 100 && !domain.startsWith('www.'));
        expect(nameFault(domain)).toBeUndefined();
      }),
    );
  });

  it('of someone in a call may have the marks of a calendar, and may be no URL', () => {
    expect(relayedNameFault('\u200Fעדה')).toBeUndefined();
    expect(relayedNameFault('evil.example/login')).toBe('invalid_format');
  });

  it('counts characters, not the units of their encoding', () => {
    expect(nameFault('😀'.repeat(100))).toBeUndefined();
    expect(nameFault('😀'.repeat(101))).toBe('too_long');
    expect(nameFault('a'.repeat(100))).toBeUndefined();
    expect(nameFault('a'.repeat(101))).toBe('too_long');
    expect(nameFault('abcd', 3)).toBe('too_long');
  });

  it('with half a character is refused', () => {
    expect(nameFault('a\uD800b')).toBe('invalid_format');
    expect(nameFault('\uDC00')).toBe('invalid_format');
  });

  it('of any length and any script gets an answer', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (name) => {
        expect([undefined, 'blank', 'too_long', 'invalid_format']).toContain(nameFault(name));
      }),
    );
    expect(nameFault('a'.repeat(1_000_000))).toBe('too_long');
  });
});

describe('a message', () => {
  it.each(['\u0000', '\u0001', '\u0008', '\v', '\f', '\u001b', '\u007f', '\u0085'])(
    'has a control character that is neither a tab nor a line break: %j',
    (control) => expect(hasControls(`Hello,\n${control}world`)).toBe(true),
  );

  it('may have tabs, line breaks, and the marks that join letters', () => {
    expect(hasControls('Hello,\r\n\tworld \u200d \u{1F468}\u200D\u{1F469}')).toBe(false);
  });
});
