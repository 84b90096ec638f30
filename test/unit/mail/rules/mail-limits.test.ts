import type { WorkspaceId } from '#shared/core/ids';
import { useFactory } from '#shared/core/limits';
import { usesOfMail } from '#shared/mail/rules/mail-limits';
import type { MailTrust } from '#shared/workspaces/rules/mail-trust';
import { noon } from '#test/support/api';
import { describe, expect, it } from '#test/support/jest';

const PLAIN: MailTrust = { isApproved: false, verifiedDomains: [] };
const mostOf = (trust: MailTrust, email: string) => {
  const mail = { workspaceId: 'wks_one' as WorkspaceId, trust, email, addressHash: 'hash' };
  return usesOfMail(useFactory(), mail, noon).map(({ subject, most }) => `${subject} ${most}`);
};

describe('what a mail uses up', () => {
  it.each([
    ['a workspace without trust', PLAIN, ['wks_one 200', 'wks_one#hash 20', 'hash 10', 'hash 50']],
    ['an approved one', { ...PLAIN, isApproved: true }, ['wks_one 2000', 'wks_one#hash 20', 'hash 10', 'hash 50']],
    [
      'one of another domain',
      { ...PLAIN, verifiedDomains: ['other.test'] },
      ['wks_one 2000', 'wks_one#hash 20', 'hash 10', 'hash 50'],
    ],
    [
      'one of the domain of the address',
      { ...PLAIN, verifiedDomains: ['acme.test'] },
      ['wks_one 2000', 'wks_one#hash 20', 'hash 50'],
    ],
  ])('is what is documented for %s', (_what, trust, expected) =>
    expect(mostOf(trust, 'Ada@acme.test')).toEqual(expected),
  );
});
