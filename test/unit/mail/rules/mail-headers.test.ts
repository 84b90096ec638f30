import { headerText, mailbox } from '#shared/accounts/mail/rules/mail-headers';
import { describe, expect, it } from '#test/support/jest';

describe('the sender of a mail', () => {
  it.each([
    ['Acme & Sons, Inc.', '"Acme & Sons, Inc." <a@x.test>'],
    ['', 'a@x.test'],
    ['Größe', '=?UTF-8?B?R3LDtsOfZQ==?= <a@x.test>'],
    ['"<eve@x.test>', '=?UTF-8?B?IjxldmVAeC50ZXN0Pg==?= <a@x.test>'],
    ['Acme\r\nBcc: eve@x.test', '=?UTF-8?B?QWNtZSBCY2M6IGV2ZUB4LnRlc3Q=?= <a@x.test>'],
  ])('%j is written as %s', (name, expected) => {
    expect(mailbox(name, 'a@x.test')).toBe(expected);
  });

  it('is split into encoded words of at most 75 characters, between characters', () => {
    const name = '会議の要約を送る会社'.repeat(8);
    const words = mailbox(name, 'a@x.test').replace(' <a@x.test>', '').split(' ');

    const texts = words.map((word) => Buffer.from(word.slice('=?UTF-8?B?'.length, -2), 'base64').toString());
    expect(texts.join('')).toBe(name);
    expect(Math.max(...words.map(({ length }) => length))).toBeLessThanOrEqual(75);
  });
});

it('a text in a header is one line, with no mark that turns its direction around', () => {
  expect(headerText(' a\r\n\tb\u0000c\u2028d\u202ee\u2066f ')).toBe('a b c d e f');
});
