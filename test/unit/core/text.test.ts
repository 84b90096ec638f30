import fc from 'fast-check';
import { nameFault } from '#shared/core/text';
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
  ])('%j is a URL', (name) => expect(nameFault(name)).toBe('invalid_format'));

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
