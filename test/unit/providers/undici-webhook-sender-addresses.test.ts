import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { aPublicSender, aRequest, aResolver, closeSenders } from './a-webhook-sender.ts';
import { aCertificate, anAuthority } from './certificates.ts';
import { aTlsReceiver, closeReceivers, type Receiver } from './receivers.ts';

const authority = anAuthority();
const NAME = 'hooks.customer.com';
let certificate: ReturnType<typeof aCertificate>;

beforeAll(() => {
  certificate = aCertificate(authority, { hosts: [NAME, '127.0.0.1', 'xn--bcher-kva.example'] });
});
afterEach(async () => {
  closeSenders();
  await closeReceivers();
});

const aTrustingSender = (receiver: Receiver, over: Parameters<typeof aPublicSender>[0]) =>
  aPublicSender({ tls: { ca: authority.cert }, ports: [receiver.port], ...over });

/** The receiver, and the outcome of one request to a name that resolves so. */
const sendToName = async (...addresses: readonly string[]) => {
  const receiver = await aTlsReceiver(certificate);
  const { resolve } = aResolver(addresses);
  const outcome = await aTrustingSender(receiver, { resolve }).send(aRequest(`https://${NAME}:${receiver.port}/`));
  return { receiver, outcome };
};

describe('a name', () => {
  it('with a public address is sent to at that address, under its own name', async () => {
    const names: (string | undefined)[] = [];
    const receiver = await aTlsReceiver({
      ...certificate,
      SNICallback: (name, done) => {
        names.push(name);
        done(null);
      },
    });
    const { resolve, asked } = aResolver(['127.0.0.1']);

    const outcome = await aTrustingSender(receiver, { resolve }).send(aRequest(`https://${NAME}:${receiver.port}/x`));

    expect(outcome).toMatchObject({ responseStatus: 200, error: null });
    expect([asked, names]).toEqual([[NAME], [NAME]]);
    expect(receiver.received[0]?.headers.host).toBe(`${NAME}:${receiver.port}`);
  });

  it.each([
    ['private', ['10.0.0.1']],
    ['this machine', ['127.0.0.2']],
    ['unspecified', ['0.0.0.0']],
    ['instance metadata', ['169.254.169.254']],
    ['carrier-grade NAT', ['100.64.1.1']],
    ['public and private', ['127.0.0.1', '10.0.0.1']],
    ['private and public', ['10.0.0.1', '127.0.0.1']],
    ['public, and loopback by IPv6', ['127.0.0.1', '::1']],
    ['private mapped into IPv6', ['::ffff:10.0.0.1']],
    ['private behind NAT64', ['64:ff9b::a00:1']],
    ['private by 6to4', ['2002:a00:1::']],
    ['one private among two hundred', [...Array<string>(199).fill('127.0.0.1'), '192.168.0.1']],
    ['something that is no address', ['localhost']],
  ])('whose addresses are %s gets not a byte', async (_what, addresses) => {
    const { receiver, outcome } = await sendToName(...addresses);

    expect(outcome).toMatchObject({ responseStatus: null, error: 'blocked_address' });
    expect(receiver.connections()).toBe(0);
  });

  it('is looked up once for each attempt, so that its second answer is never connected to', async () => {
    const receiver = await aTlsReceiver(certificate);
    const { resolve, asked } = aResolver(['127.0.0.1'], ['127.0.0.2']);
    const sender = aTrustingSender(receiver, { resolve });
    const request = aRequest(`https://${NAME}:${receiver.port}/`);

    expect(await sender.send(request)).toMatchObject({ error: null });
    expect(asked).toHaveLength(1);
    expect(await sender.send(request)).toMatchObject({ error: 'blocked_address' });
    expect(receiver.received).toHaveLength(1);
  });

  it('that alternates at every look-up never leads to the private listener', async () => {
    const receiver = await aTlsReceiver(certificate);
    let turn = 0;
    const resolve = async () => [turn++ % 2 ? '127.0.0.2' : '127.0.0.1'];
    const sender = aTrustingSender(receiver, { resolve });

    const outcomes = [];
    for (let time = 0; time < 100; time++) {
      outcomes.push((await sender.send(aRequest(`https://${NAME}:${receiver.port}/`))).error);
    }

    expect(outcomes).toEqual(Array.from({ length: 50 }, () => [null, 'blocked_address']).flat());
    expect(receiver.received).toHaveLength(50);
  });

  it('whose address changed is not sent to over the connection kept from before', async () => {
    const receiver = await aTlsReceiver(certificate);
    const { resolve } = aResolver(['127.0.0.1'], ['127.0.0.3']);
    const judgeAddress = (address: string) => ({ public: address === '127.0.0.1' || address === '127.0.0.3' });
    const sender = aTrustingSender(receiver, { resolve, judgeAddress });
    const request = aRequest(`https://${NAME}:${receiver.port}/`);

    await sender.send(request);

    expect(await sender.send(request)).toMatchObject({ error: 'connection_refused' });
  });

  it('with a second address is reached there when the first refuses', async () => {
    const receiver = await aTlsReceiver(certificate);
    const { resolve } = aResolver(['127.0.0.3', '127.0.0.1']);
    const judgeAddress = () => ({ public: true });

    const outcome = await aTrustingSender(receiver, { resolve, judgeAddress }).send(
      aRequest(`https://${NAME}:${receiver.port}/`),
    );

    expect(outcome).toMatchObject({ responseStatus: 200, error: null });
  });

  it.each([
    ['a trailing dot', `${NAME}.`, NAME],
    ['mixed case', 'HOOKS.Customer.com', NAME],
    ['another script', 'bücher.example', 'xn--bcher-kva.example'],
  ])('with %s is the same name', async (_what, written, name) => {
    const receiver = await aTlsReceiver(certificate);
    const { resolve, asked } = aResolver(['127.0.0.1']);

    const outcome = await aTrustingSender(receiver, { resolve }).send(aRequest(`https://${written}:${receiver.port}/`));

    expect(outcome).toMatchObject({ responseStatus: 200 });
    expect(asked).toEqual([name]);
  });

  it('that does not exist is a matter of DNS', async () => {
    const resolve = () => Promise.reject(Object.assign(new Error('ENOTFOUND'), { code: 'ENOTFOUND' }));

    const outcome = await aPublicSender({ resolve }).send(aRequest(`https://${NAME}/`));

    expect(outcome).toMatchObject({ responseStatus: null, error: 'dns_error' });
  });

  it('without addresses is a matter of DNS', async () => {
    expect((await sendToName()).outcome).toMatchObject({ error: 'dns_error' });
  });

  it('whose look-up takes longer than the deadline is given up on, and the look-up with it', async () => {
    let abandoned = false;
    const resolve = (_name: string, signal: AbortSignal) =>
      new Promise<readonly string[]>(() => {
        signal.addEventListener('abort', () => {
          abandoned = true;
        });
      });

    const outcome = await aPublicSender({ resolve, deadlineMs: 50 }).send(aRequest(`https://${NAME}/`));

    expect(outcome).toMatchObject({ responseStatus: null, error: 'timeout_connect' });
    expect(abandoned).toBe(true);
  });
});

describe('an address in the URL itself', () => {
  it('is sent to when it is public, its certificate checked against it', async () => {
    const receiver = await aTlsReceiver(certificate);

    const outcome = await aTrustingSender(receiver, {}).send(aRequest(`https://127.0.0.1:${receiver.port}/`));

    expect(outcome).toMatchObject({ responseStatus: 200, error: null });
  });

  it.each(['10.0.0.1', '127.0.0.2', '[::1]', '[::ffff:7f00:1]', '[fd00:ec2::254]', '169.254.169.254', '2130706434'])(
    'is judged though nothing is looked up: %s',
    async (host) => {
      const outcome = await aPublicSender().send(aRequest(`https://${host}/`));

      expect(outcome).toMatchObject({ responseStatus: null, error: 'blocked_address' });
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

    expect(await aPublicSender({ resolve }).send(aRequest(url))).toMatchObject({ error: 'blocked_address' });
  });
});
