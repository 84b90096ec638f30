import type { Instant } from '#shared/foundation/core/time';
import { publicFetch } from '#shared/wiring/public-fetch';
import { describe, expect, it } from '#test/support/jest';
import { anAgent, jsonOf, REDIRECT } from './an-agent.ts';

const CLIENT = 'https://agent.test/client.json';
const DOCUMENT = { client_id: CLIENT, client_name: 'Notes', redirect_uris: [REDIRECT] };

/** An agent whose client id is the URL of a document, and what is asked for at that URL. */
async function anAgentAt(answer: () => Response, limits = {}) {
  const asked: Request[] = [];
  const fetchDocument = async (request: Request) => {
    asked.push(request);
    return answer();
  };
  return { agent: await anAgent({ fetchDocument, limits }), asked };
}

describe('a client whose id is the URL of its document', () => {
  it('is connected without a registration, and its document is asked for once', async () => {
    const { agent, asked } = await anAgentAt(() => Response.json(DOCUMENT));
    await agent.signIn();
    const consent = (await agent.authorize(CLIENT)).headers.get('location') ?? '';
    const back = await agent.decide(consent);
    const exchanged = await agent.exchange(CLIENT, back.searchParams.get('code') ?? '');
    expect([exchanged.status, asked.map(({ url }) => url)]).toEqual([200, [CLIENT]]);
  });

  it.each([
    ['scopes that there are not', { scope: 'openid profile meetings:read' }],
    [
      'what documents of known clients have',
      {
        ...{ grant_types: ['authorization_code', 'refresh_token'], response_types: ['code'] },
        ...{
          token_endpoint_auth_method: 'none',
          client_uri: 'https://agent.test',
          logo_uri: 'https://agent.test/a.png',
        },
        ...{ application_type: 'native', policy_uri: 'https://agent.test/policy', tos_uri: 'https://agent.test/terms' },
        ...{ contacts: ['ada@agent.test'], software_id: 'notes', software_version: '1' },
      },
    ],
  ])('is connected where the document has %s', async (_, more) => {
    const { agent } = await anAgentAt(() => Response.json({ ...DOCUMENT, ...more }));
    await agent.signIn();
    const consent = (await agent.authorize(CLIENT)).headers.get('location') ?? '';
    const back = await agent.decide(consent);
    const tokens = await jsonOf(agent.exchange(CLIENT, back.searchParams.get('code') ?? ''));
    expect(tokens['scope']).toBe('meetings:read');
  });

  it.each([
    ['has 10 MB', () => new Response(new Uint8Array(10_000_000))],
    ['has 10 MB and does not say so', () => new Response(new Blob([new Uint8Array(10_000_000)]).stream())],
    ['is in two content codings', () => Response.json(DOCUMENT, { headers: { 'content-encoding': 'gzip, br' } })],
    ['redirects', () => new Response(null, { status: 302, headers: { location: 'https://169.254.169.254/' } })],
    ['is of another client', () => Response.json({ ...DOCUMENT, client_id: 'https://other.test/client.json' })],
    ['is no JSON', () => new Response('<html>')],
    ['has a secret', () => Response.json({ ...DOCUMENT, client_secret: 'x' })],
    ['redirects people to a script', () => Response.json({ ...DOCUMENT, redirect_uris: ['javascript:alert(1)'] })],
    ['redirects people to a program', () => Response.json({ ...DOCUMENT, redirect_uris: [REDIRECT, 'ms-msdt:/id'] })],
    [
      'redirects to another host without TLS',
      () => Response.json({ ...DOCUMENT, redirect_uris: ['http://agent.test/'] }),
    ],
    ['is not there', () => new Response(null, { status: 404 })],
  ])('400: where the document %s', async (_, answer) => {
    const { agent } = await anAgentAt(answer);
    const refused = await agent.authorize(CLIENT);
    expect([refused.status, refused.headers.get('location')]).toEqual([400, null]);
    expect(await refused.text()).toContain('This agent cannot be connected');
  });

  it.each(['10.0.0.1', '127.0.0.1', '169.254.169.254', '::1', 'fd00::1'])(
    '400: where its name leads to the private address %s, which is not connected to',
    async (address) => {
      const lookUp = async () => [address];
      const rules = { baseUrl: 'https://api.example.test/api/v1', allowLocalReceivers: false };
      const agent = await anAgent({ fetchDocument: publicFetch({ ...rules, lookUp, mostRedirects: 0 }) });
      expect((await agent.authorize(CLIENT)).status).toBe(400);
    },
  );

  it('400: where one address asks for too many documents', async () => {
    const { agent, asked } = await anAgentAt(() => new Response(null, { status: 404 }), { agent_documents: 2 });
    for (const nth of [1, 2, 3, 4]) expect((await agent.authorize(`${CLIENT}?${nth}`)).status).toBe(400);
    expect(asked).toHaveLength(2);
  });

  it('400: where the addresses of one block ask for too many documents', async () => {
    const { agent, asked } = await anAgentAt(() => new Response(null, { status: 404 }), { block_agent_documents: 3 });
    for (const nth of [1, 2, 3, 4, 5])
      expect((await agent.authorize(`${CLIENT}?${nth}`, {}, {}, `2001:db8:1:${nth}::1`)).status).toBe(400);
    expect(asked).toHaveLength(3);
    await agent.authorize(`${CLIENT}?6`, {}, {}, '2001:db8:2::1');
    expect(asked[3]?.url).toBe(`${CLIENT}?6`);
  });

  it('400: where ten were asked for in the same two and a half seconds, from however many addresses', async () => {
    const { agent, asked } = await anAgentAt(() => new Response(null, { status: 404 }));
    agent.world.clock.set((Math.ceil(agent.world.clock.now() / 2_500) * 2_500) as Instant);
    const ask = (nth: number) => agent.authorize(`${CLIENT}?${nth}`, {}, {}, `2001:db8:${nth}::1`);
    const flood = await Promise.all(Array.from({ length: 30 }, (_, nth) => ask(nth)));
    expect(flood.map(({ status }) => status)).toEqual(flood.map(() => 400));
    expect(asked).toHaveLength(10);
    agent.world.clock.advance(2_499);
    await ask(31);
    expect(asked).toHaveLength(10);
    agent.world.clock.advance(1);
    await ask(32);
    expect(asked[10]?.url).toBe(`${CLIENT}?32`);
  });

  it('is asked for from a block that asks seldom, while the addresses of others ask all the time', async () => {
    const { agent, asked } = await anAgentAt(() => new Response(null, { status: 404 }));
    const startOfHour = Math.ceil(agent.world.clock.now() / 3_600_000) * 3_600_000;
    agent.world.clock.set(startOfHour as Instant);
    const ask = (nth: number, block: number) => agent.authorize(`${CLIENT}?${nth}`, {}, {}, `2001:db8:${block}::1`);
    for (let nth = 0; nth < 15; nth += 1) {
      await ask(nth, 1 + (nth % 5));
      agent.world.clock.advance(1_000);
    }
    agent.world.clock.set((startOfHour + 20_000) as Instant);
    const before = asked.length;
    await Promise.all(Array.from({ length: 30 }, (_, nth) => ask(100 + nth, 1 + (nth % 5))));
    expect(asked).toHaveLength(before + 5);
    await ask(200, 9);
    expect(asked.at(-1)?.url).toBe(`${CLIENT}?200`);
  });

  it('leaves the documents of the deployment to others once an address is over its own limit', async () => {
    const limits = { agent_documents: 1, all_agent_documents: 2 };
    const { agent, asked } = await anAgentAt(() => new Response(null, { status: 404 }), limits);
    agent.world.clock.set((Math.ceil(agent.world.clock.now() / 2_500) * 2_500) as Instant);
    for (const nth of [1, 2, 3]) await agent.authorize(`${CLIENT}?${nth}`, {}, {}, '198.51.100.1');
    await agent.authorize(`${CLIENT}?4`, {}, {}, '203.0.113.1');
    expect(asked.map(({ url }) => url)).toEqual([`${CLIENT}?1`, `${CLIENT}?4`]);
  });
});
