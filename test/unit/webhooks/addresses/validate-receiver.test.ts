import type { NameLookup } from '#shared/webhooks/addresses/resolve-name';
import { receiverValidator } from '#shared/webhooks/addresses/validate-receiver';
import { describe, expect, it } from '#test/support/jest';

const PUBLIC = '93.184.216.34';

const aValidator = (lookUp: NameLookup, allowLocalReceivers = false) => {
  const rules = { baseUrl: 'https://api.example.test/api/v1', allowLocalReceivers };
  const validate = receiverValidator({ lookUp, ...rules, waitMs: 1 });
  return (url: string, beforeLookUp = async () => {}) => validate(url, beforeLookUp);
};

const noLookupExpected: NameLookup = async (name) => {
  throw new Error(`Unexpected lookup of ${name}`);
};

describe('validating the addresses that a receiver’s host name resolves to', () => {
  it('accepts public addresses, and looks up the normalised host name', async () => {
    const asked: string[] = [];
    const validate = aValidator(async (name) => {
      asked.push(name);
      return [PUBLIC, '2606:2800:220:1:248:1893:25c8:1946'];
    });

    expect(await validate('https://HOOKS.Partner.test./x')).toEqual({ accepted: 'https://hooks.partner.test/x' });
    expect(asked).toEqual(['hooks.partner.test']);
  });

  it.each([
    ['one private address', ['10.0.0.1']],
    ['a private address among public ones', [PUBLIC, PUBLIC, '10.0.0.1']],
    ['loopback beside a public address', [PUBLIC, '::1']],
    ['a private address inside an IPv6 one', ['::ffff:10.0.0.1']],
    ['the metadata address', ['169.254.169.254']],
  ])('refuses %s', async (_what, addresses) => {
    const validation = await aValidator(async () => addresses)('https://hooks.partner.test/');

    expect(validation).toMatchObject({ fault: { code: 'invalid', field: 'url' } });
  });

  it.each<[string, NameLookup]>([
    ['has no address yet', () => Promise.reject(new Error('NXDOMAIN'))],
    ['has no DNS response in time', () => new Promise(() => undefined)],
    [
      'has a lookup that is aborted after the time limit',
      (_name, signal) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('late')))),
    ],
  ])('accepts a name that %s', async (_what, lookUp) => {
    expect(await aValidator(lookUp)('https://hooks.partner.test/')).toEqual({
      accepted: 'https://hooks.partner.test/',
    });
  });

  it.each(['https://93.184.216.34/', 'https://[2606:2800:220:1:248:1893:25c8:1946]/'])(
    'makes no DNS lookup for an IP address: %s',
    async (url) => {
      expect(await aValidator(noLookupExpected)(url)).toEqual({ accepted: url });
    },
  );

  it('makes no DNS lookup for a receiver on the same machine', async () => {
    const validation = await aValidator(noLookupExpected, true)('http://localhost:9000/');

    expect(validation).toEqual({ accepted: 'http://localhost:9000/' });
  });

  it('looks nothing up where that is refused before', async () => {
    const refusing = aValidator(noLookupExpected)('https://hooks.partner.test/', () =>
      Promise.reject(new Error('Full')),
    );

    await expect(refusing).rejects.toThrow('Full');
  });

  it.each(['https://93.184.216.34/', 'http://partner.test/', 'https://partner.test:81/'])(
    'asks for no look-up of %s, whose host is not looked up',
    async (url) => {
      let asked = 0;
      await aValidator(noLookupExpected)(url, async () => {
        asked += 1;
      });

      expect(asked).toBe(0);
    },
  );
});
