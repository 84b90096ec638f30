import { mailProviders } from '#shared/meetings/companies/mail-providers';
import { companyDomainOf } from '#shared/meetings/companies/rules/company';
import { describe, expect, it } from '#test/support/jest';

const facts = { ownDomains: ['acme.test'], isMailProvider: (domain: string) => mailProviders.has(domain) };

describe('the company of an address', () => {
  it('is that of its domain, in lower case', () => {
    expect(companyDomainOf('grace@Navy.Test', facts)).toBe('navy.test');
  });

  it.each(['ada@acme.test', 'ada@gmail.com', 'ada@outlook.com', 'ada@posteo.de', 'ada@fastmail.com'])(
    'is none for %s: a colleague, or an address at a mail provider',
    (email) => {
      expect(companyDomainOf(email, facts)).toBeUndefined();
    },
  );

  it.each(['139.com', 'gmx.ch', 'riseup.net', 'ziggo.nl', 'zoho.eu', 'fastmail.us', 'mozmail.com', 'anonaddy.me'])(
    'is none for an address at the provider %s, which the list of the package leaves out',
    (domain) => expect(companyDomainOf(`ada@${domain}`, facts)).toBeUndefined(),
  );

  it('is that of a part of an own domain, which may be another organization', () => {
    expect(companyDomainOf('eve@shop.acme.test', facts)).toBe('shop.acme.test');
  });
});
