import { resolveNameAt } from '#shared/webhooks/addresses/resolve-name';
import { afterEach, describe, expect, it } from '#test/support/jest';
import { aNameServer, closeNameServers, type Known } from '#test/unit/webhooks/delivery/sender/a-name-server';

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

  it('asks again each time, though the answer says for how long it holds', async () => {
    const { at, asked } = await aNameServer({ [NAME]: { ipv4: ['93.184.216.34'] } });
    const lookUp = resolveNameAt([at]);

    for (const _time of [1, 2, 3]) await lookUp(NAME, new AbortController().signal);

    expect(asked).toHaveLength(6);
  });

  it('serves many at once, and one that is given up takes no other with it', async () => {
    const { at, asked } = await aNameServer({ [NAME]: { ipv4: ['93.184.216.34'] }, 'dead.example': 'silence' });
    const lookUp = resolveNameAt([at]);
    const waiting = new AbortController();
    await lookUp(NAME, waiting.signal);

    const dead = lookUp('dead.example', waiting.signal);
    const others = Array.from({ length: 20 }, () => lookUp(NAME, new AbortController().signal));
    while (asked.length < 44) await new Promise((resolve) => setImmediate(resolve));
    waiting.abort();

    await expect(dead).rejects.toThrow('The name has no address.');
    expect(await Promise.all(others)).toEqual(Array(20).fill(['93.184.216.34']));
    expect(await lookUp(NAME, new AbortController().signal)).toEqual(['93.184.216.34']);
  });

  it('ends when the signal aborts', async () => {
    const waiting = new AbortController();
    const { at, asked } = await aNameServer({ [NAME]: 'silence' });
    const lookup = resolveNameAt([at])(NAME, waiting.signal);
    while (asked.length === 0) await new Promise((resolve) => setImmediate(resolve));

    waiting.abort();

    await expect(lookup).rejects.toMatchObject({
      cause: [{ reason: { code: 'ECANCELLED' } }, { reason: { code: 'ECANCELLED' } }],
    });
  });
});
