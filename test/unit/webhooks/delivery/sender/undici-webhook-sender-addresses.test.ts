import type { ServerResponse } from 'node:http';
import fc from 'fast-check';
import { isPublicAddress } from '#shared/webhooks/addresses/is-public-address';
import { resolveNameAt } from '#shared/webhooks/addresses/resolve-name';
import { validateWebhookUrl } from '#shared/webhooks/addresses/validate-webhook-url';
import { connectFailure } from '#shared/webhooks/delivery/sender/attempt-failure';
import { afterEach, describe, expect, it } from '#test/support/jest';
import { privateDnsAnswers } from '#test/support/private-dns-answers';
import { aNameServer, closeNameServers, type Known } from './a-name-server.ts';
import { aLocalSender, aPublicSender, aRequest, aResolver, closeSenders } from './a-webhook-sender.ts';
import { aCertificate, anAuthority } from './certificates.ts';
import { aReceiver, aTlsReceiver, closeReceivers, type Receiver } from './receivers.ts';
import { inStoppedTime, until, watched } from './stopped-time.ts';

const authority = anAuthority();
const NAME = 'hooks.customer.com';
const certificate = aCertificate(authority, { hosts: [NAME, '127.0.0.1', 'xn--bcher-kva.example'] });

afterEach(async () => {
  closeSenders();
  closeNameServers();
  await closeReceivers();
});

type Options = Parameters<typeof aPublicSender>[0];

const aTrustingSender = (receiver: Receiver, over: Options) =>
  aPublicSender({ tls: { ca: authority.cert }, ports: [receiver.port], ...over });

const NO_RECEIVER = { connections: () => 0 };

/** 127.0.0.1 plays a public address in these tests, 127.0.0.2 a private one: both listen at one port, and count. */
async function aScene(
  over: Options = {},
  answer: (response: ServerResponse) => void = (response) => response.end('ok'),
) {
  const open = await aTlsReceiver(certificate, { answer });
  // A system with 127.0.0.1 only has no receiver there either.
  const closed = await aTlsReceiver(certificate, { address: '127.0.0.2', port: open.port }).catch(() => NO_RECEIVER);
  const sender = aTrustingSender(open, over);
  const send = (host = NAME) => sender.send(aRequest(`https://${host}:${open.port}/x`));
  return { open, closed, send };
}

const resolvingTo = (...addresses: readonly string[]) => aScene(aResolver(addresses));

/** A name that the server in these tests knows so. */
async function known(answer: Known) {
  const { at, asked } = await aNameServer({ [NAME]: answer });
  return { ...(await aScene({ resolve: resolveNameAt([at]) })), asked };
}

const BLOCKED = { responseStatus: null, error: 'blocked_address' };

async function expectBlocked({ open, closed, send }: Awaited<ReturnType<typeof aScene>>): Promise<void> {
  expect(await send()).toMatchObject(BLOCKED);
  expect([open.connections(), closed.connections()]).toEqual([0, 0]);
}

describe('a name that resolves', () => {
  it('to a public address is sent to at exactly that address, under its own name', async () => {
    const names: (string | undefined)[] = [];
    const SNICallback = (name: string, done: (failure: null) => void) => {
      names.push(name);
      done(null);
    };
    const receiver = await aTlsReceiver({ ...certificate, SNICallback });
    const { resolve, asked } = aResolver(['127.0.0.1']);

    const outcome = await aTrustingSender(receiver, { resolve }).send(aRequest(`https://${NAME}:${receiver.port}/x`));

    expect(outcome).toMatchObject({ responseStatus: 200, error: null });
    expect([asked, names, receiver.connections()]).toEqual([[NAME], [NAME], 1]);
    expect(receiver.received[0]?.headers.host).toBe(`${NAME}:${receiver.port}`);
  });

  it('to several public addresses is reached at the second when the first refuses', async () => {
    const { send, open } = await aScene({
      ...aResolver(['127.0.0.3', '127.0.0.1']),
      isPublicAddress: () => true,
    });

    expect(await send()).toMatchObject({ responseStatus: 200, error: null });
    expect(open.connections()).toBe(1);
  });

  it.each(privateDnsAnswers('127.0.0.1', '127.0.0.2'))('%s gets not a byte', async (_what, addresses) => {
    await expectBlocked(await resolvingTo(...addresses));
  });

  it('to IPv6 addresses alone is sent to where this platform has IPv6, and fails with dns_error where it has not', async () => {
    const receiver = await aTlsReceiver(certificate, { address: '::1' }).catch(() => undefined);
    const ports = [receiver?.port ?? 8443];
    const sender = aPublicSender({
      ...{ ...aResolver(['::1']), ports, tls: { ca: authority.cert }, isPublicAddress: () => true },
    });

    const outcome = await sender.send(aRequest(`https://${NAME}:${ports[0]}/`));

    expect(outcome).toMatchObject(receiver ? { responseStatus: 200, error: null } : { error: 'dns_error' });
  });

  it.each(['ENETUNREACH', 'EHOSTUNREACH', 'EADDRNOTAVAIL', 'EAFNOSUPPORT'])(
    'to IPv6 addresses alone fails with dns_error without IPv6: %s',
    (code) => {
      expect(connectFailure({ code }, { onlyIpv6: true }).error).toBe('dns_error');
      expect(connectFailure({ code }, { onlyIpv6: false }).error).toBe('connection_refused');
    },
  );

  it.each([
    ['localhost', { alias: 'localhost', ipv4: ['127.0.0.2'], ipv6: ['::1'] }],
    ['the metadata of a cloud', { alias: 'metadata.google.internal', ipv4: ['169.254.169.254'] }],
  ])('by an alias to %s gets not a byte', async (_what, answer) => {
    await expectBlocked(await known(answer));
  });

  it('by an alias to a public address is sent to under its own name', async () => {
    const { send, open } = await known({ alias: 'edge.hosting.example', ipv4: ['127.0.0.1'] });

    expect(await send()).toMatchObject({ responseStatus: 200, error: null });
    expect(open.received[0]?.headers.host).toContain(NAME);
  });

  it('is looked up once for each connection, and not for a request over a kept one', async () => {
    const { resolve, asked } = aResolver(['127.0.0.1']);
    const { send, open } = await aScene({ resolve });

    for (const _time of [1, 2, 3]) await send();

    expect([asked.length, open.received.length, open.connections()]).toEqual([1, 3, 1]);
  });

  it('to a public address at first and to a private one right after gets not a byte at the second', () =>
    inStoppedTime(async (pass) => {
      const { resolve, asked } = aResolver(['127.0.0.1'], ['127.0.0.2']);
      const { send, open, closed } = await aScene({ resolve });

      for (let second = 0; second < 60; second += 10) {
        expect(await send()).toMatchObject({ error: null });
        await pass(10_000);
      }
      expect([asked.length, open.connections()]).toEqual([1, 1]);
      expect(await send()).toMatchObject(BLOCKED);
      expect([asked.length, open.received.length, closed.connections()]).toEqual([2, 6, 0]);
    }));

  it('to another public address than before is sent to there when the minute of its connection is over', () =>
    inStoppedTime(async (pass) => {
      const { resolve } = aResolver(['127.0.0.1'], ['127.0.0.3']);
      const { send, open } = await aScene({ resolve, isPublicAddress: () => true });

      await send();
      expect(await send()).toMatchObject({ error: null });
      await pass(60_000);

      expect(await send()).toMatchObject({ error: 'connection_refused' });
      expect(open.received).toHaveLength(2);
    }));

  it('to alternating addresses never leads a hundred connections to the private listener', async () => {
    let turn = 0;
    const resolve = async () => [turn++ % 2 ? '127.0.0.2' : '127.0.0.1'];
    const answer = (response: ServerResponse) => response.setHeader('connection', 'close').end();
    const { send, open, closed } = await aScene({ resolve }, answer);

    const outcomes = [];
    for (let time = 0; time < 100; time += 1) outcomes.push((await send()).error);

    expect(outcomes).toEqual(Array.from({ length: 50 }, () => [null, 'blocked_address']).flat());
    expect([open.received.length, closed.connections()]).toEqual([50, 0]);
  });

  it('to whatever addresses over time gets no byte at a private one', async () => {
    const step = fc.record({
      addresses: fc.subarray(['127.0.0.1', '127.0.0.2', '10.0.0.1'], { minLength: 1 }),
      keepsAlive: fc.boolean(),
      passesMs: fc.constantFrom(0, 1_000, 14_000, 30_000, 61_000),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), (steps) =>
        inStoppedTime(async (pass) => {
          let now = steps[0];
          const resolve = async () => now?.addresses ?? [];
          const { send, closed } = await aScene({ resolve }, (response) => {
            if (!now?.keepsAlive) response.setHeader('connection', 'close');
            response.end();
          });
          for (now of steps) {
            await send();
            await pass(now.passesMs);
          }
          expect(closed.connections()).toBe(0);
        }),
      ),
      { numRuns: 30 },
    );
  });

  it('to two hundred addresses by a real answer, the private one last, gets not a byte', async () => {
    const many = Array.from({ length: 199 }, (_unused, at) => `93.184.216.${at}`);

    await expectBlocked(await known({ ipv4: [...many, '127.0.0.2'] }));
  });

  it('is judged alike in whatever order its addresses come', async () => {
    const addresses = fc.shuffledSubarray(['127.0.0.1', '93.184.216.34', '10.0.0.1', '::1', '169.254.169.254'], {
      minLength: 1,
    });
    const verdict = async (answer: readonly string[]) =>
      (await aPublicSender(aResolver(answer)).send(aRequest(`https://${NAME}/`))).error === 'blocked_address';

    await fc.assert(
      fc.asyncProperty(addresses, async (answer) => {
        // Where all are public we would connect, perhaps out of this machine: those are left out.
        fc.pre(!answer.every((address) => isPublicAddress(address) || address === '127.0.0.1'));
        expect(await verdict(answer)).toBe(true);
        expect(await verdict([...answer].reverse())).toBe(true);
      }),
      { numRuns: 50 },
    );
  });
});

describe('a name that does not resolve', () => {
  it.each<[string, Known]>([
    ['because it does not exist', 'nxdomain'],
    ['because its server has failed', 'servfail'],
    ['because it has no address', {}],
  ])('%s fails with dns_error', async (_why, answer) => {
    const { send, open, closed } = await known(answer);

    expect(await send()).toMatchObject({ responseStatus: null, error: 'dns_error' });
    expect([open.connections(), closed.connections()]).toEqual([0, 0]);
  });

  it('because its server is silent fails at the deadline, ten seconds after the attempt began', () =>
    inStoppedTime(async (pass) => {
      const { at, asked } = await aNameServer({ [NAME]: 'silence' });
      const sender = aPublicSender({ resolve: resolveNameAt([at]), ownPace: true });
      const sending = watched(sender.send(aRequest(`https://${NAME}/`)));
      await until(() => asked.length > 0);

      await pass(9_999);
      expect(sending.ended()).toBe(false);
      await pass(1);

      expect(await sending.promise).toMatchObject({
        durationMs: 10_000,
        responseStatus: null,
        error: 'timeout_connect',
      });
    }));
});

describe('a look-up that finds nothing', () => {
  it('fails with dns_error, though the server answered', async () => {
    expect(await aPublicSender(aResolver([])).send(aRequest(`https://${NAME}/`))).toMatchObject({
      responseStatus: null,
      error: 'dns_error',
    });
  });
});

describe('names that carry an address', () => {
  it.each(['127.0.0.1.nip.io', '10-0-0-1.sslip.io', 'localtest.me', 'customer.127.0.0.1.nip.io'])(
    'are blocked by the address that they resolve to, not by their text: %s',
    async (name) => {
      expect(validateWebhookUrl(`https://${name}/`)).toHaveProperty('accepted');
      const { resolve } = aResolver(['127.0.0.2']);

      expect(await aPublicSender({ resolve }).send(aRequest(`https://${name}/`))).toMatchObject(BLOCKED);
    },
  );
});

describe('a name that is written', () => {
  it.each([
    ['with a trailing dot', `${NAME}.`, NAME],
    ['in mixed case', 'HOOKS.Customer.com', NAME],
    ['in another script', 'bücher.example', 'xn--bcher-kva.example'],
    ['in punycode', 'xn--bcher-kva.example', 'xn--bcher-kva.example'],
  ])('%s is the same name', async (_what, written, name) => {
    const { resolve, asked } = aResolver(['127.0.0.1']);
    const { send } = await aScene({ resolve });

    expect(await send(written)).toMatchObject({ responseStatus: 200 });
    expect(asked).toEqual([name]);
  });

  it.each([`${NAME}.`, 'HOOKS.Customer.com', 'bücher.example'])(
    '%s is blocked as the same name is',
    async (written) => {
      const { send, closed } = await resolvingTo('127.0.0.2');

      expect(await send(written)).toMatchObject(BLOCKED);
      expect(closed.connections()).toBe(0);
    },
  );
});

describe('the service’s own name', () => {
  it('is not sent to, whatever it resolves to', async () => {
    const { resolve, asked } = aResolver(['93.184.216.34']);
    const rules = { ownHosts: ['api.rapporteur.example'] };
    const sender = aPublicSender({ resolve, validateUrl: (url) => validateWebhookUrl(url, rules) });

    expect(await sender.send(aRequest('https://api.rapporteur.example/api/v1/bots'))).toMatchObject(BLOCKED);
    expect(asked).toEqual([]);
  });
});

describe('a receiver on this machine', () => {
  it.each(['localhost', '127.0.0.1'])('is reached on a local stack as %s', async (host) => {
    const receiver = await aReceiver();

    expect(await aLocalSender().send(aRequest(`http://${host}:${receiver.port}/`))).toMatchObject({
      responseStatus: 200,
      error: null,
    });
  });

  it.each(['localhost', '127.0.0.1'])('is not reached anywhere else as %s', async (host) => {
    const receiver = await aReceiver();
    const sender = aPublicSender({
      isPublicAddress,
      validateUrl: (url) => validateWebhookUrl(url, { ports: [receiver.port] }),
    });

    for (const scheme of ['http', 'https'])
      expect(await sender.send(aRequest(`${scheme}://${host}:${receiver.port}/`))).toMatchObject(BLOCKED);
    expect(receiver.connections()).toBe(0);
  });

  it.each(['127.0.0.2', '[::1]', 'localhost.', 'LOCALHOST', '2130706433', '127.1', '0.0.0.0', 'foo.localhost'])(
    'is reached by no other spelling, on a local stack either: %s',
    async (host) => {
      const receiver = await aReceiver();

      expect(await aLocalSender().send(aRequest(`http://${host}:${receiver.port}/`))).toMatchObject(BLOCKED);
      expect(receiver.connections()).toBe(0);
    },
  );
});

describe('an address in place of a name', () => {
  it('is sent to without a look-up', async () => {
    const receiver = await aTlsReceiver(certificate);

    const outcome = await aTrustingSender(receiver, {}).send(aRequest(`https://127.0.0.1:${receiver.port}/`));

    expect(outcome).toMatchObject({ responseStatus: 200, error: null });
  });

  it.each(['10.0.0.1', '127.0.0.2', '[::1]', '[::ffff:7f00:1]', '[fd00:ec2::254]', '169.254.169.254', '2130706434'])(
    'is judged though nothing is looked up: %s',
    async (host) => {
      expect(await aPublicSender().send(aRequest(`https://${host}/`))).toMatchObject(BLOCKED);
    },
  );

  it.each(['10.0.0.1', '127.0.0.2', '127.0.0.1'])(
    'is judged again by itself, whatever became of its form: %s',
    async (host) => {
      const sender = aPublicSender({ validateUrl: (url) => ({ accepted: url }), isPublicAddress });

      expect(await sender.send(aRequest(`https://${host}/`))).toMatchObject(BLOCKED);
    },
  );
});

describe('a URL that was never acceptable', () => {
  it.each([
    'http://hooks.customer.com/',
    'https://hooks.customer.com:22/',
    'https://user:pass@hooks.customer.com/',
    'ftp://hooks.customer.com/',
    'not a URL',
    'http://localhost:4000/',
    'https://localhost:8443/',
  ])('is blocked: %s', async (url) => {
    const { resolve } = aResolver(['127.0.0.2']);

    expect(await aPublicSender({ resolve }).send(aRequest(url))).toMatchObject(BLOCKED);
  });
});
