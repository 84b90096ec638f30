import { firstWorkspaceName } from '#shared/accounts/identity/rules/first-workspace';
import { isStrongEnough, looksLikeEmail } from '#shared/accounts/identity/rules/password';
import { describe, expect, it } from '#test/support/jest';

describe('the first workspace', () => {
  it.each([
    ['ada@lovelace.io', 'Lovelace'],
    ['ada@mail.big-co.com', 'Big Co'],
    ['ada@example.co.uk', 'Example'],
    ['ada@acme.de', 'Acme'],
    ['ada.lovelace+rapporteur@gmail.com', 'Ada Lovelace’s workspace'],
    ['x@localhost', 'X’s workspace'],
    ['+@gmail.com', 'My workspace'],
    ['ada@zoom.us', 'Ada’s workspace'],
  ])('of %s is called %s', (email, name) => {
    expect(firstWorkspaceName(email)).toBe(name);
  });

  it('has a name that is no longer than a name may be', () => {
    expect(firstWorkspaceName(`${'a'.repeat(64)}@gmail.com`).length).toBeLessThanOrEqual(100);
  });
});

describe('a password', () => {
  it.each(['Correct-horse-1', 'Abcdefghij1!', 'with Space inside 1'])('such as %j is strong enough', (password) => {
    expect(isStrongEnough(password)).toBe(true);
  });

  it.each([
    'Short-1a',
    'no-capital-letter-1',
    'NO-SMALL-LETTER-1',
    'No-digit-in-it',
    'NoSignInIt123',
    ' Leading-space-1',
    '',
  ])('such as %j is not', (password) => {
    expect(isStrongEnough(password)).toBe(false);
  });
});

describe('an address that can sign in', () => {
  it.each(['ada@lovelace.test', 'a.b+c@mail.example.co.uk', 'ada@münchen.de'])('may be %s', (text) => {
    expect(looksLikeEmail(text)).toBe(true);
  });

  it.each([
    '',
    'ada',
    'ada@',
    '@x.test',
    'ada@localhost',
    'a b@x.test',
    'a@x..test',
    'a@x.test,b@x.test',
    'a@b@x.test',
    'ä@münchen.de',
    // Cyrillic.
    '\u0430da@x.test',
    // The Kelvin sign, whose lower case is an ASCII letter.
    '\u212Aate@x.test',
  ])('is not %j', (text) => {
    expect(looksLikeEmail(text)).toBe(false);
  });
});
