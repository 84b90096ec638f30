import {
  isVerifiedAddress,
  isVerifiedHost,
  mailTrustOf,
  type TrustedWorkspace,
} from '#shared/workspaces/rules/mail-trust';
import { describe, expect, it } from '#test/support/jest';

const isMailProvider = (domain: string) => domain === 'gmail.com';
const trustOf = (given: TrustedWorkspace) => mailTrustOf(given, isMailProvider);

describe('the verified domains of a workspace', () => {
  it('are that of the address that its owner signs in with', () =>
    expect(trustOf({ ownerEmail: 'Ada@ACME.test' }).verifiedDomains).toEqual(['acme.test']));

  it('are not that of a mail provider', () =>
    expect(trustOf({ ownerEmail: 'ada@gmail.com' })).toEqual({ isApproved: false, verifiedDomains: [] }));

  it('are not the email domains that the workspace chose', () => {
    const chosen = { ownerEmail: 'ada@gmail.com', emailDomains: ['paypal.com'] };
    expect(trustOf(chosen).verifiedDomains).toEqual([]);
  });

  it('are also those that the operator verified', () =>
    expect(trustOf({ ownerEmail: 'ada@gmail.com', verifiedDomains: ['acme.io'] }).verifiedDomains).toEqual([
      'acme.io',
    ]));

  it.each([
    ['acme.test', true],
    ['app.acme.test', true],
    ['notacme.test', false],
    ['acme.test.evil.test', false],
    ['test', false],
  ])('hold for themselves and what is below them: %s %s', (host, expected) => {
    const trust = { verifiedDomains: ['acme.test'] };
    expect([isVerifiedHost(host, trust), isVerifiedAddress(`ada@${host}`, trust)]).toEqual([expected, expected]);
  });
});
