import { afterEach, describe, expect, it } from '@jest/globals';
import { resolveNameAt } from '#shared/providers/resolve-name';
import { aNameServer, closeNameServers, type Known } from './a-name-server.ts';

afterEach(closeNameServers);

const NAME = 'hooks.customer.com';

const lookedUp = async (known: Known, signal = new AbortController().signal) => {
  const { at } = await aNameServer({ [NAME]: known });
  return resolveNameAt([at])(NAME, signal);
};

describe('the addresses of a name', () => {
  it('are all of both families, IPv4 first', async () => {
    const known = { ipv4: ['93.184.216.34', '10.0.0.1'], ipv6: ['2606:4700::1111'] };

    expect(await lookedUp(known)).toEqual(['93.184.216.34', '10.0.0.1', '2606:4700::1111']);
  });

  it('are those of the name that it is another name for', async () => {
    expect(await lookedUp({ alias: 'localhost', ipv4: ['127.0.0.1'], ipv6: ['::1'] })).toEqual(['127.0.0.1', '::1']);
  });

  it('may be of one family', async () => {
    expect(await lookedUp({ ipv6: ['2606:4700::1111'] })).toEqual(['2606:4700::1111']);
  });

  it('are all there when they are too many for a datagram', async () => {
    const many = Array.from({ length: 200 }, (_unused, at) => `93.184.216.${at}`);

    expect([...(await lookedUp({ ipv4: many }))].sort()).toEqual([...many].sort());
  });
});

describe('looking up a name', () => {
  it.each<Known>(['nxdomain', 'servfail', {}])('fails where there is no address: %j', async (known) => {
    await expect(lookedUp(known)).rejects.toThrow('The name has no address.');
  });

  it('ends when nobody waits any more', async () => {
    const waiting = new AbortController();
    const { at, asked } = await aNameServer({ [NAME]: 'silence' });
    const lookup = resolveNameAt([at])(NAME, waiting.signal);
    while (asked.length === 0) await new Promise((resolve) => setImmediate(resolve));

    waiting.abort();

    await expect(lookup).rejects.toThrow('The name has no address.');
  });
});
