import { addressees } from '#shared/accounts/mail/rules/mail';
import { expect, it } from '#test/support/jest';

it('each address gets one mail, however it is spelled, and what is no address gets none', () => {
  const emails = [
    ...['Ada@Example.com', ' ada@example.com ', 'bob@example.com', 'bob+notes@example.com', "o'brien@mail.example.com"],
    ...[
      '',
      'no-at-sign',
      '@example.com',
      'a@b',
      'a b@example.com',
      'a@example.com, b@example.com',
      'a@example.com\r\nBcc: x@y.zz',
    ],
    ...[
      'größe@example.com',
      `${'a'.repeat(65)}@example.com`,
      `a@${'b'.repeat(250)}.com`,
      '.a@example.com',
      '"a"@example.com',
    ],
  ];

  expect(addressees(emails.map((email) => ({ email, name: null }))).map(({ email }) => email)).toEqual([
    ...['Ada@Example.com', 'bob@example.com', 'bob+notes@example.com', "o'brien@mail.example.com"],
  ]);
});
