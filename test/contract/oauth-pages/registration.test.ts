import { describe, expect, it } from '#test/support/jest';
import { anAgent, jsonOf, REDIRECT } from './an-agent.ts';

describe('POST /oauth/register', () => {
  it('201: a public client, whatever else it asks for', async () => {
    const agent = await anAgent();
    const asked = { token_endpoint_auth_method: 'client_secret_post', grant_types: ['password'], logo_uri: 'x' };
    const registered = await jsonOf(agent.register({ redirect_uris: [REDIRECT], client_name: 'Notes', ...asked }));
    expect(registered).toMatchObject({
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
    });
    expect(registered).not.toHaveProperty('client_secret');
    expect(registered).not.toHaveProperty('logo_uri');
  });

  it.each(['http://127.0.0.1:8123/back', 'http://[::1]:8123/back', 'http://localhost/back', 'com.agent.app:/back'])(
    '201: with the redirect %s, to the user’s own machine',
    async (redirect) => {
      expect((await (await anAgent()).register({ redirect_uris: [redirect] })).status).toBe(201);
    },
  );

  it('201: with the redirects that Cursor sends in one request', async () => {
    const redirect_uris = [
      'cursor://anysphere.cursor-mcp/oauth/callback',
      'https://www.cursor.com/agents/mcp/oauth/callback',
      'http://localhost:8787/callback',
    ];
    expect((await (await anAgent()).register({ redirect_uris })).status).toBe(201);
  });

  it.each([
    ['another host without TLS', ['http://agent.test/back'], 'invalid_redirect_uri'],
    ['a script', ['javascript:alert(1)//agent.test'], 'invalid_redirect_uri'],
    ['a script with line breaks', ['java\nscript:alert(1)'], 'invalid_redirect_uri'],
    ['a document', ['data:text/html,<script>alert(1)</script>'], 'invalid_redirect_uri'],
    ['a program of the system', ['ms-msdt:/id PCWDiagnostic'], 'invalid_redirect_uri'],
    ['a scheme without a dot', ['notes://agent.notes/back'], 'invalid_redirect_uri'],
    ['what is no callback in an editor', ['cursor://file/etc/passwd'], 'invalid_redirect_uri'],
    ['a host that ends a directive', ['https://agent.test;script-src/back'], 'invalid_redirect_uri'],
    ['a host behind a user name', ['https://agent.test@evil.test/back'], 'invalid_redirect_uri'],
    ['one that is refused beside one that is not', [REDIRECT, 'search-ms:query=x'], 'invalid_redirect_uri'],
    ['a fragment', ['https://agent.test/#x'], 'invalid_redirect_uri'],
    ['none', [], 'invalid_redirect_uri'],
    ['eleven', Array.from({ length: 11 }, (_, nth) => `${REDIRECT}${nth}`), 'invalid_redirect_uri'],
    ['one of 501 characters', [REDIRECT.padEnd(501, 'x')], 'invalid_redirect_uri'],
  ])('400: redirects to %s', async (_, redirect_uris, error) => {
    const refused = await (await anAgent()).register({ redirect_uris });
    expect([refused.status, (await jsonOf(refused))['error']]).toEqual([400, error]);
  });

  it('400: a name of 101 characters, and a body that is no JSON', async () => {
    const agent = await anAgent();
    const named = await agent.register({ redirect_uris: [REDIRECT], client_name: 'x'.repeat(101) });
    const cut = await agent.app.request('/oauth/register', { method: 'POST', body: '{' });
    for (const refused of [named, cut])
      expect([refused.status, (await jsonOf(refused))['error']]).toEqual([400, 'invalid_client_metadata']);
  });

  it.each(['null', '1', '"text"'])('400: a body that is no object: %s', async (body) => {
    const { app } = await anAgent();
    const refused = await app.request('/oauth/register', { method: 'POST', body });
    expect([refused.status, await jsonOf(refused)]).toEqual([
      400,
      { error: 'invalid_client_metadata', error_description: 'The body must be a JSON object.' },
    ]);
  });

  it('413: a body of more than 16 KB', async () => {
    expect((await (await anAgent()).register({ padding: 'x'.repeat(17_000) })).status).toBe(413);
  });

  it('429: a flood from one address, with the seconds to wait', async () => {
    const agent = await anAgent({ limits: { agent_registrations: 2 } });
    const answers = [];
    for (let nth = 0; nth < 4; nth += 1) answers.push(await agent.register());
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 429, 429]);
    expect(Number(answers[3]?.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('429: a flood from all addresses', async () => {
    const agent = await anAgent({ limits: { all_agent_registrations: 2 } });
    const answers = [];
    for (let nth = 0; nth < 3; nth += 1) answers.push(await agent.register());
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 429]);
  });

  it('201: from a block that registers seldom, while all addresses of a few others register all the time', async () => {
    const limits = { first_agent_registrations: 2, further_agent_registrations: 4, all_agent_registrations: 12 };
    const agent = await anAgent({ limits });
    const registerFrom = async (address: string) => (await agent.register(undefined, address)).status;
    const flood = [];
    for (let nth = 0; nth < 10; nth += 1)
      for (const site of [1, 2]) flood.push(await registerFrom(`2001:db8:${site}:${nth}::1`));

    expect(flood.filter((status) => status === 201)).toHaveLength(2 * 2 + 4);
    expect([await registerFrom('203.0.113.1'), await registerFrom('203.0.113.1')]).toEqual([201, 201]);
    expect(await registerFrom('203.0.113.1')).toBe(429);
  });

  it('counts no registration that it refuses', async () => {
    const agent = await anAgent({ limits: { agent_registrations: 1 } });
    for (let nth = 0; nth < 3; nth += 1) await agent.register({ redirect_uris: ['javascript:alert(1)'] });
    expect((await agent.register()).status).toBe(201);
  });
});
