import type { MailKind } from '#shared/accounts/mail/rules/mail';
import { usesOfMail } from '#shared/accounts/mail/rules/mail-limits';
import type { MailTrust } from '#shared/accounts/workspaces/rules/mail-trust';
import type { UserId, WorkspaceId } from '#shared/foundation/core/ids';
import { isShared, useFactory } from '#shared/foundation/core/uses';
import { noon } from '#test/support/api';
import { describe, expect, it } from '#test/support/jest';

const PLAIN: MailTrust = { isApproved: false, verifiedDomains: [] };
const OWN: MailTrust = { ...PLAIN, verifiedDomains: ['acme.test'], ownDomain: 'acme.test' };
const mostOf = (trust: MailTrust, email: string, kind: MailKind = 'summary', isRepeated = false) => {
  const of = { workspaceId: 'wks_one' as WorkspaceId, founderId: 'usr_one' as UserId };
  const mail = { ...of, kind, trust, email, addressHash: 'hash', isRepeated };
  return usesOfMail(useFactory(), mail, noon)
    .flatMap((use) => (isShared(use) ? use.further : [use]))
    .map(({ subject, most }) => `${subject} ${most}`);
};

describe('what a mail uses up', () => {
  it.each([
    ['a workspace without trust', PLAIN, ['wks_one 200', 'usr_one 400', 'wks_one#hash 20', 'hash 10', 'hash 50']],
    [
      'an approved one',
      { ...PLAIN, isApproved: true },
      ['wks_one 2000', 'usr_one 4000', 'wks_one#hash 20', 'hash 10', 'hash 50'],
    ],
    [
      'one of another domain',
      { ...PLAIN, verifiedDomains: ['other.test'] },
      ['wks_one 2000', 'usr_one 4000', 'wks_one#hash 20', 'hash 10', 'hash 50'],
    ],
    [
      'one of the domain of the address',
      { ...PLAIN, verifiedDomains: ['acme.test'] },
      ['wks_one 2000', 'wks_one#hash 20', 'hash 50'],
    ],
    [
      'one of the domain of the address, which is the founder’s own',
      OWN,
      ['wks_one 2000', 'usr_one 4000', 'wks_one#hash 20', 'hash 50'],
    ],
    ['an approved one of such a domain', { ...OWN, isApproved: true }, ['wks_one 2000', 'wks_one#hash 20', 'hash 50']],
  ])('is what is documented for %s', (_what, trust, expected) =>
    expect(mostOf(trust, 'Ada@acme.test')).toEqual(expected),
  );

  it.each([
    [
      'another domain',
      'other.test',
      [
        ...['wks_one#hash 1', 'usr_one#hash 3', 'hash 10', 'wks_one 100', 'usr_one 100'],
        ...['wks_one 2000', 'usr_one 4000', 'wks_one#hash 20', 'hash 10', 'hash 50'],
      ],
    ],
    ['the domain of the address', 'acme.test', ['wks_one 2000', 'wks_one#hash 20', 'hash 50']],
  ])('is that of a first invitation to a workspace of %s', (_what, domain, expected) =>
    expect(mostOf({ ...PLAIN, verifiedDomains: [domain] }, 'Ada@acme.test', 'invitation')).toEqual(expected),
  );

  it.each([
    ['the founder’s own domain', OWN, ['wks_one 100', 'usr_one 100', 'wks_one 2000', 'usr_one 4000']],
    ['that of an approved workspace', { ...OWN, isApproved: true }, ['wks_one 2000']],
  ])(
    'is one of the invitations of a day of all workspaces of the founder for one to %s, unless approved',
    (...given) => {
      const [, trust, expected] = given;

      expect(mostOf(trust, 'Ada@acme.test', 'invitation')).toEqual([...expected, 'wks_one#hash 20', 'hash 50']);
    },
  );

  it('is one of two repeated invitations, and none of the first ones, for a repeated one', () =>
    expect(mostOf({ ...PLAIN, verifiedDomains: ['other.test'] }, 'Ada@acme.test', 'invitation', true)).toEqual([
      'hash 2',
      ...['wks_one 100', 'usr_one 100'],
      ...['wks_one 2000', 'usr_one 4000', 'wks_one#hash 20', 'hash 10', 'hash 50'],
    ]));
});
