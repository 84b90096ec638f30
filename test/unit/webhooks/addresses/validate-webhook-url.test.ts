import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { validateWebhookUrl } from '#shared/webhooks/addresses/validate-webhook-url';
import { anyText } from '#test/support/any-text';
import { describe, expect, it } from '#test/support/jest';

interface Entry {
  readonly url: string;
  readonly accept: boolean;
  readonly why: string;
}

const entries: readonly Entry[] = JSON.parse(readFileSync(join('test', 'data', 'webhook-urls.json'), 'utf8'));

const acceptedForm = (url: unknown, rules = {}) => {
  const validation = validateWebhookUrl(url, rules);
  return 'accepted' in validation ? validation.accepted : undefined;
};
const codeOf = (url: unknown, rules = {}) => {
  const validation = validateWebhookUrl(url, rules);
  return 'fault' in validation ? validation.fault.code : undefined;
};
const titled = (entry: Entry) => [JSON.stringify(entry.url).slice(0, 80), entry.why, entry.url] as const;

describe('the URL of a webhook endpoint', () => {
  it.each(entries.filter((entry) => entry.accept).map(titled))('%s is accepted: %s', (_title, _why, url) => {
    expect(validateWebhookUrl(url)).toHaveProperty('accepted');
  });

  it.each(entries.filter((entry) => !entry.accept).map(titled))('%s is refused: %s', (_title, _why, url) => {
    expect(validateWebhookUrl(url)).toMatchObject({ fault: { field: 'url' } });
  });

  it('is refused under the name of its field', () => {
    expect(validateWebhookUrl('http://hooks.customer.com/x', { field: 'webhook_url' })).toEqual({
      fault: {
        ...{ code: 'invalid', field: 'webhook_url' },
        message: 'The parameter webhook_url must begin with https://.',
      },
    });
  });

  it.each([
    ['a wrong type', 12, 'invalid_type'],
    ['null', null, 'invalid_type'],
    ['nothing', '', 'blank'],
    ['white space', ' \t', 'blank'],
    ['2,049 characters', `https://a.co/${'x'.repeat(2_036)}`, 'too_long'],
    ['2,048 characters that escapes make longer', `https://a.co/${'é'.repeat(2_035)}`, 'too_long'],
    ['another scheme', 'http://a.co/', 'invalid'],
  ])('has its own error code for %s', (_what, url, code) => {
    expect(codeOf(url)).toBe(code);
  });

  it('may have 2,048 characters', () => {
    expect(acceptedForm(`https://a.co/${'x'.repeat(2_035)}`)).toHaveLength(2_048);
  });

  it.each([
    ['mixed case', 'HTTPS://Hooks.Customer.COM/Path', 'https://hooks.customer.com/Path'],
    ['the default port', 'https://hooks.customer.com:443/x', 'https://hooks.customer.com/x'],
    ['a trailing dot', 'https://hooks.customer.com./x', 'https://hooks.customer.com/x'],
    ['dots in the path', 'https://hooks.customer.com/a/../b?x=1', 'https://hooks.customer.com/b?x=1'],
    ['another script', 'https://bücher.example/x', 'https://xn--bcher-kva.example/x'],
    ['compatibility letters', 'https://ⓔⓧⓐⓜⓟⓛⓔ.com/x', 'https://example.com/x'],
    ['no path', 'https://hooks.customer.com', 'https://hooks.customer.com/'],
    ['public IPv6', 'https://[2606:4700::1111]:8443/x', 'https://[2606:4700::1111]:8443/x'],
    ['an @ in the path', 'https://hooks.customer.com/@me', 'https://hooks.customer.com/@me'],
  ])('with %s is normalised', (_what, url, normalised) => {
    expect(acceptedForm(url)).toBe(normalised);
  });

  it.each([
    ['a soft hyphen', 'https://hooks.cus\u00adtomer.com/'],
    ['a zero-width space', 'https://hooks.cus\u200btomer.com/'],
    ['a word joiner', 'https://hooks.cus\u2060tomer.com/'],
    ['a variation selector', 'https://hooks.cus\ufe0ftomer.com/'],
    ['an escape', 'https://hooks%2ecustomer.com/'],
    ['a public address in decimal', 'https://1572395042/'],
    ['a name under localhost, in capitals and with a dot', 'https://FOO.LOCALHOST./'],
    ['a bare fragment mark', 'https://hooks.customer.com/#'],
    ['an empty port', 'https://hooks.customer.com:/'],
    ['a space before', ' https://hooks.customer.com/'],
    ['a name of 254 characters', `https://${'a.'.repeat(125)}test/`],
  ])('with %s is refused', (_what, url) => {
    expect(codeOf(url)).toBe('invalid');
  });

  it('that is refused has a message with the address and the reason', () => {
    expect(validateWebhookUrl('https://[::ffff:10.0.0.1]/x')).toMatchObject({
      fault: { message: expect.stringContaining('(private)') },
    });
  });

  it('may have other ports if the deployment allows them', () => {
    expect(acceptedForm('https://hooks.customer.com:9000/', { ports: [443, 9000] })).toBeDefined();
    expect(codeOf('https://hooks.customer.com:8443/', { ports: [443, 9000] })).toBe('invalid');
  });

  it('may not be the host of the service itself', () => {
    expect(codeOf('https://api.rapporteur.example/x', { ownHosts: ['api.rapporteur.example'] })).toBe('invalid');
  });

  it('is accepted again unchanged in its normalised form', () => {
    const encoded = anyText().map((text) => encodeURIComponent(text.toWellFormed()));
    const aUrl = fc
      .record({ host: fc.domain(), path: fc.array(encoded, { maxLength: 4 }), query: encoded })
      .map(({ host, path, query }) => `https://${host}/${path.join('/')}?${query}`);
    fc.assert(
      fc.property(aUrl, (url) => {
        const once = acceptedForm(url);
        if (once !== undefined) expect(acceptedForm(once)).toBe(once);
      }),
    );
  });

  it('never makes the validation throw', () => {
    const anything = fc.oneof(
      fc.anything(),
      anyText(),
      fc.string().map((text) => `https://${text}`),
    );
    fc.assert(fc.property(anything, (url) => expect(validateWebhookUrl(url)).toBeDefined()));
  });
});

describe('the URL of a receiver on the local stack', () => {
  const local = { allowLocalReceivers: true };

  it.each(['http://localhost:4000/hooks', 'https://localhost:4443/', 'http://127.0.0.1/', 'http://127.0.0.1:9999/x'])(
    '%s is accepted on the local stack only',
    (url) => {
      expect(acceptedForm(url, local)).toBe(url);
      expect(codeOf(url)).toBe('invalid');
    },
  );

  it.each([
    'http://127.0.0.2:4000/',
    'http://127.1:4000/',
    'http://2130706433/',
    'http://[::1]:4000/',
    'http://localhost.:4000/',
    'http://LOCALHOST:4000/',
    'http://foo.localhost:4000/',
    'http://localhost:0/',
    'http://user@localhost:4000/',
    'ftp://localhost/',
    'http://10.0.0.1/',
    'http://hooks.customer.com/',
    'http://localhost@10.0.0.1/',
  ])('%s is refused there too', (url) => {
    expect(codeOf(url, local)).toBe('invalid');
  });

  it.each(entries.filter((entry) => !entry.accept && entry.url !== 'https://127.0.0.1/x').map(titled))(
    '%s is validated as in every deployment: %s',
    (_title, _why, url) => {
      const literal = /^https?:\/\/(localhost|127\.0\.0\.1)[:/]/.test(url);
      expect('accepted' in validateWebhookUrl(url, local)).toBe(literal);
    },
  );
});
