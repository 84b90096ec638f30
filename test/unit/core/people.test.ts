import fc from 'fast-check';
import { comparableEmail, mailboxOf, uniqueByEmail } from '#shared/foundation/core/people';
import { describe, expect, it } from '#test/support/jest';

describe('e-mail identity: the comparable form of an address', () => {
  it('is trimmed, with ASCII letters in lower case', () => {
    expect(comparableEmail(' Ada.Lovelace@Example.COM ')).toBe('ada.lovelace@example.com');
  });

  it.each([
    // The lower case of each is, or begins with, an ASCII letter.
    ['the Kelvin sign', '\u212Aate@example.com', 'kate@example.com'],
    ['the dotted capital I', 'ada@\u0130nbox.com', 'ada@inbox.com'],
    ['a full-width letter', '\uFF21da@example.com', 'ada@example.com'],
  ])('does not fold %s into another address', (_which, sent, other) => {
    expect(comparableEmail(sent)).toBe(sent);
    expect(comparableEmail(sent)).not.toBe(comparableEmail(other));
  });

  it('leaves every character that is not an ASCII letter as it is', () => {
    const others = fc.string({ unit: 'binary' }).map((text) => text.replace(/[A-Z]/g, ''));
    fc.assert(fc.property(others, (text) => expect(comparableEmail(`x${text}x`)).toBe(`x${text}x`)));
  });
});

describe('people with an email once each', () => {
  it('are the first of several with one address, and all without one', () => {
    const people = ['Ada@acme.test', null, 'ada@acme.test ', null, 'grace@acme.test'].map((email) => ({ email }));

    expect(uniqueByEmail(people)).toEqual([people[0], people[1], people[3], people[4]]);
  });

  it('of 50,000 take less than half a second of processor time', () => {
    const people = Array.from({ length: 50_000 }, (_, nth) => ({ email: `p${nth}@acme.test` }));
    const began = process.threadCpuUsage();

    expect(uniqueByEmail(people)).toHaveLength(50_000);

    const { user, system } = process.threadCpuUsage(began);
    expect((user + system) / 1_000).toBeLessThan(500);
  });
});

describe('the mailbox of an address', () => {
  it.each([
    ['victim+0@gmail.com', 'victim@gmail.com'],
    ['V.ic.tim+a+b@GoogleMail.com', 'victim@gmail.com'],
    ['Ada+news@acme.test', 'ada@acme.test'],
  ])('is the same for %s as for %s', (one, other) => expect(mailboxOf(one)).toBe(mailboxOf(other)));

  it.each([
    ['a.da@acme.test', 'ada@acme.test'],
    ['+1@acme.test', '+2@acme.test'],
    ['ada@gmail.com', 'ada@gmail.test'],
    ['ada@gmail.com', 'bob@gmail.com'],
  ])('is another one for %s than for %s', (one, other) => expect(mailboxOf(one)).not.toBe(mailboxOf(other)));
});
