import {
  isMailVouched,
  isVerifiedAddress,
  isVerifiedHost,
  mailTrustOf,
} from '#shared/accounts/workspaces/rules/mail-trust';
import type { Workspace } from '#shared/accounts/workspaces/rules/workspace';
import { describe, expect, it } from '#test/support/jest';

const isMailProvider = (domain: string) => domain === 'gmail.com';
const trustOf = (
  address: string | undefined,
  given: Partial<Pick<Workspace, 'verifiedDomains' | 'emailDomains' | 'mailApproved'>> = {},
) => mailTrustOf(given, { address, isMailProvider });

describe('the verified domains of a workspace', () => {
  it('are that of the address that its founder signs in with', () =>
    expect(trustOf('Ada@ACME.test').verifiedDomains).toEqual(['acme.test']));

  it('are not that of a mail provider', () =>
    expect(trustOf('ada@gmail.com')).toEqual({ isApproved: false, verifiedDomains: [] }));

  it('are not the email domains that the workspace chose', () => {
    const chosen = { emailDomains: ['paypal.com'] };
    expect(trustOf('ada@gmail.com', chosen).verifiedDomains).toEqual([]);
  });

  it('are none of their own without a founder who owns it and is enabled', () =>
    expect(trustOf(undefined, { verifiedDomains: ['acme.io'] }).verifiedDomains).toEqual(['acme.io']));

  it('are also those that the operator verified', () =>
    expect(trustOf('ada@gmail.com', { verifiedDomains: ['acme.io'] }).verifiedDomains).toEqual(['acme.io']));

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

describe('the operator answers for mail to an address', () => {
  it.each([
    ['of a domain that they verified', 'ada@acme.test', 'lin@gmail.com', { verifiedDomains: ['acme.test'] }, true],
    [
      'of the founder’s, which they verified',
      'ada@acme.test',
      'lin@acme.test',
      { verifiedDomains: ['acme.test'] },
      true,
    ],
    ['of the founder’s alone', 'ada@acme.test', 'lin@acme.test', {}, false],
    ['below the founder’s alone', 'ada@app.acme.test', 'lin@acme.test', {}, false],
    ['of any of a workspace that they approved', 'ada@elsewhere.test', 'lin@acme.test', { mailApproved: true }, true],
    ['of another one', 'ada@elsewhere.test', 'lin@acme.test', { verifiedDomains: ['acme.io'] }, false],
  ])('%s: to %s by %s, %j: %s', (_what, email, founder, given, expected) =>
    expect(isMailVouched(email, trustOf(founder, given))).toBe(expected),
  );
});
