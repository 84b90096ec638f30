import { describe, expect, it } from '@jest/globals';
import { receiverJudge } from '#shared/webhooks/addresses/judge-receiver';
import type { NameLookup } from '#shared/webhooks/addresses/ports/name-lookup';

const PUBLIC = '93.184.216.34';

const aJudge = (lookUp: NameLookup, allowLocalReceivers = false) =>
  receiverJudge({ lookUp, baseUrl: 'https://api.example.test/api/v1', allowLocalReceivers, waitMs: 1 });

const whoeverAsksIsWrong: NameLookup = async (name) => {
  throw new Error(`Nobody should have asked for ${name}`);
};

describe('judging a receiver by what its name leads to', () => {
  it('accepts public addresses, and asks for the name in its normal form', async () => {
    const asked: string[] = [];
    const judge = aJudge(async (name) => {
      asked.push(name);
      return [PUBLIC, '2606:2800:220:1:248:1893:25c8:1946'];
    });

    expect(await judge('https://HOOKS.Partner.test./x')).toEqual({ accepted: 'https://hooks.partner.test/x' });
    expect(asked).toEqual(['hooks.partner.test']);
  });

  it.each([
    ['one private address', ['10.0.0.1']],
    ['a private address among public ones', [PUBLIC, PUBLIC, '10.0.0.1']],
    ['loopback beside a public address', [PUBLIC, '::1']],
    ['a private address inside an IPv6 one', ['::ffff:10.0.0.1']],
    ['the metadata address', ['169.254.169.254']],
  ])('refuses %s', async (_what, addresses) => {
    const verdict = await aJudge(async () => addresses)('https://hooks.partner.test/');

    expect(verdict).toMatchObject({ fault: { code: 'invalid', field: 'url' } });
  });

  it.each<[string, NameLookup]>([
    ['has no address yet', () => Promise.reject(new Error('NXDOMAIN'))],
    ['is not answered for in time', () => new Promise(() => undefined)],
    [
      'is given up on when nobody waits any more',
      (_name, signal) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('late')))),
    ],
  ])('accepts a name that %s', async (_what, lookUp) => {
    expect(await aJudge(lookUp)('https://hooks.partner.test/')).toEqual({ accepted: 'https://hooks.partner.test/' });
  });

  it.each(['https://93.184.216.34/', 'https://[2606:2800:220:1:248:1893:25c8:1946]/'])(
    'asks for no name where there is none: %s',
    async (url) => {
      expect(await aJudge(whoeverAsksIsWrong)(url)).toEqual({ accepted: url });
    },
  );

  it('asks nobody for a receiver on the same machine', async () => {
    const verdict = await aJudge(whoeverAsksIsWrong, true)('http://localhost:9000/');

    expect(verdict).toEqual({ accepted: 'http://localhost:9000/' });
  });
});
