import fc from 'fast-check';
import {
  isHeaderName,
  isHeaderValue,
  isReservedHeader,
  NO_HEADERS,
  requireHeadersForNewHost,
} from '#shared/webhooks/endpoints/rules/endpoint-headers';
import { describe, expect, it } from '#test/support/jest';

describe('a header of the owner', () => {
  it.each([
    ...[
      'host',
      'content-length',
      'content-md5',
      'content-type',
      'content-encoding',
      'content-disposition',
      'user-agent',
    ],
    ...['accept-encoding', 'connection', 'keep-alive', 'te', 'trailer', 'transfer-encoding', 'upgrade', 'expect'],
    ...['proxy-authorization', 'proxy-connection', 'x-webhook-signature', 'x-service-event', 'webhook-id'],
    ...['x-forwarded-for', 'forwarded', 'x-amzn-trace-id', 'x-amz-date', 'if-match'],
    ...['accept-charset', 'date', 'from', 'http2-settings', 'max-forwards', 'origin', 'proxy-authenticate', 'range'],
    ...['referer', 'via', 'x-real-ip'],
  ])('is not %s, which HTTP, its edge or the service sets', (name) => {
    expect(isReservedHeader(name)).toBe(true);
  });

  it.each(['authorization', 'x-api-key', 'cookie', 'x-webhooks', 'accept', 'cf-access-client-id'])(
    'may be %s',
    (name) => {
      expect([isHeaderName(name), isReservedHeader(name)]).toEqual([true, false]);
    },
  );

  it('is accepted by HTTP as it was sent, whatever its name and value are', () => {
    const accepted = fc.record({
      name: fc.string({ minLength: 1 }).filter(isHeaderName),
      value: fc.string({ minLength: 1 }).filter(isHeaderValue),
    });
    fc.assert(
      fc.property(accepted, ({ name, value }) => {
        expect([...new Headers([[name, value]])]).toEqual([[name, value]]);
      }),
    );
  });

  it.each(['a\r\nb', 'a\nb', 'a\0b', 'é', ' a', 'a ', '\t', ''])('has no value %j', (value) => {
    expect(isHeaderValue(value)).toBe(false);
  });

  it.each(['a', 'ab', 'Bearer a b'])('has the value %j', (value) => {
    expect(isHeaderValue(value)).toBe(true);
  });
});

describe('a change of an endpoint with headers', () => {
  const own = { names: ['x-api-key'], sealed: 'sealed' };
  const before = { url: 'https://a.test/hooks', headers: own };
  const changing = (url: string | undefined, headers?: unknown) => () => requireHeadersForNewHost(before, url, headers);

  it.each(['https://b.test/hooks', 'https://a.test:8443/hooks'])('must name them for the new host of %s', (url) => {
    expect(changing(url)).toThrow(
      expect.objectContaining({
        kind: 'unprocessable',
        faults: [{ code: 'invalid', field: 'headers', message: expect.stringContaining('url of another host') }],
      }),
    );
  });

  it('need not name them for another path of its host', () => expect(changing('https://a.test/other')).not.toThrow());

  it('need not name them where the URL stays', () => expect(changing(undefined)).not.toThrow());

  it('may name others for a new host, or remove them', () => {
    expect(changing('https://b.test/hooks', { 'x-api-key': 'other' })).not.toThrow();
    expect(changing('https://b.test/hooks', {})).not.toThrow();
  });

  it('need not name any where there are none', () => {
    expect(() =>
      requireHeadersForNewHost({ ...before, headers: NO_HEADERS }, 'https://b.test', undefined),
    ).not.toThrow();
  });
});
