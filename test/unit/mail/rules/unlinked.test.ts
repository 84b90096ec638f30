import fc from 'fast-check';
import { unlinked } from '#shared/accounts/mail/rules/unlinked';
import { describe, expect, it } from '#test/support/jest';

/** The same letters, and no dot between two of them. */
const shown = (name: string) => unlinked(name).replaceAll('\u2060', '');

describe('a name in a mail', () => {
  it.each([
    ['verify-paypal.com', 'verify-paypal.|com'],
    ['Acme (login.acme.co.uk)', 'Acme (login.|acme.|co.|uk)'],
    ['help@paypal.com', 'help@paypal.|com'],
    ['пример.рф', 'пример.|рф'],
    ['例え。テスト', '例え。|テスト'],
    ['acme．com', 'acme．|com'],
    ['192.0.2.1', '192.|0.|2.|1'],
    ['a.\u200Dcom', 'a.|\u200Dcom'],
    ['https://localhost', 'https:|//localhost'],
  ])('%j has no domain that a mail program makes a link of', (name, joined) => {
    expect(unlinked(name)).toBe(joined.replaceAll('|', '\u2060'));
  });

  it.each(['Acme', 'Acme Inc.', 'Dr. Ada Lovelace', 'Team: Sales', 'A/B'])('%j stays as it is', (name) => {
    expect(unlinked(name)).toBe(name);
  });

  it('looks the same, whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        expect(shown(name)).toBe(name.replaceAll('\u2060', ''));
        expect(unlinked(name)).not.toMatch(/\.[\p{L}\p{N}]/u);
      }),
    );
  });
});
