import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isHeaderName, isHeaderValue, isReservedHeader } from '#shared/webhooks/endpoints/rules/endpoint-headers';

describe('a header of the owner', () => {
  it.each([
    ...['host', 'content-length', 'content-type', 'content-encoding', 'content-disposition', 'user-agent'],
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
});
