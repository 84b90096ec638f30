import { OWN_KEYS } from '#lib/table-access';
import { disableUser, disabling, enableUser } from '#shared/accounts/identity/commands/disable-user';
import { removeUser } from '#shared/accounts/identity/commands/remove-user';
import { users } from '#shared/accounts/identity/store';
import { agentsOf } from '#shared/accounts/oauth/agents-store';
import { modelsOf } from '#shared/accounts/oauth/models-store';
import { describe, expect, it } from '#test/support/jest';
import { APP_URL } from '#test/support/pages';
import { anAgent, jsonOf, REDIRECT } from './an-agent.ts';

describe('GET /oauth/authorize', () => {
  it('400: an unknown client, and a redirect that is not registered, on a page', async () => {
    const agent = await anAgent();
    const unknown = await agent.authorize('nobody');
    const elsewhere = await agent.authorize(await agent.clientId(), { redirect_uri: 'https://evil.test/' });
    expect([unknown, elsewhere].map(({ status, headers }) => [status, headers.get('location')])).toEqual([
      [400, null],
      [400, null],
    ]);
    expect(await unknown.text()).toContain('Remove the connector in the agent, and add it again.');
  });

  it('400: an error as JSON to a program that asks for JSON, and a page to a browser', async () => {
    const agent = await anAgent();
    const clientId = await agent.clientId();
    const ask = (client_id: string, accept: string, more: Readonly<Record<string, string>> = {}) =>
      agent.authorize(client_id, more, { accept });

    const unknown = await ask('nobody', 'application/json');
    const unsupported = await ask(clientId, 'application/json', { response_type: 'token' });
    const browser = await ask('nobody', 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8');

    expect([unknown, unsupported, browser].map(({ status, headers }) => [status, headers.get('location')])).toEqual(
      Array(3).fill([400, null]),
    );
    expect([(await jsonOf(unknown))['error'], (await jsonOf(unsupported))['error']]).toEqual([
      'invalid_client',
      'unsupported_response_type',
    ]);
    expect(browser.headers.get('content-type')).toContain('text/html');
  });

  it.each([
    ['no PKCE', { code_challenge: '' }, 'code_challenge'],
    ['PKCE without a digest', { code_challenge_method: 'plain' }, 'not supported value of code_challenge_method'],
    ['another resource', { resource: 'https://elsewhere.test/mcp' }, 'resource'],
    ['tokens at once', { response_type: 'token' }, 'unsupported response_type'],
    ['no page', { prompt: 'none' }, 'End-User authentication is required'],
    ['an unknown prompt', { prompt: 'other' }, 'unsupported prompt'],
    ['a request object', { request: 'x.y.z' }, 'request_not_supported'],
    ['an identity that cannot be read', { id_token_hint: 'x' }, 'id_token_hint'],
  ])('400: a page and no redirect where it asks for %s, signed in or not', async (_, asked, message) => {
    const agent = await anAgent();
    const clientId = await agent.clientId();
    const stranger = await agent.authorize(clientId, asked);
    await agent.signIn();
    const user = await agent.authorize(clientId, asked);
    for (const answer of [stranger, user]) {
      expect([answer.status, answer.headers.get('location')]).toEqual([400, null]);
      expect(await answer.text()).toContain(message);
    }
  });

  it('303: to the sign-in page and not to the client, where a consent is resumed without a session', async () => {
    const agent = await anAgent();
    await agent.signIn();
    const consent = (await agent.authorize(await agent.clientId())).headers.get('location') ?? '';
    const { location } = await agent.press(consent, 'deny');
    agent.cookies.delete('__Host-session');
    const resumed = await agent.send(location);
    expect([resumed.status, resumed.headers.get('location')]).toEqual([
      303,
      `/sign-in?next=${encodeURIComponent(location)}`,
    ]);
  });

  it('303: to the consent page again, where a consent is resumed that was not answered', async () => {
    const agent = await anAgent();
    await agent.signIn();
    const consent = (await agent.authorize(await agent.clientId())).headers.get('location') ?? '';
    const resumed = await agent.send(consent.replace('/consent/', '/authorize/'));
    expect([resumed.status, resumed.headers.get('location')]).toEqual([
      303,
      expect.stringMatching(/^[/]oauth[/]consent[/]/),
    ]);
  });

  it('400: another response mode, and a query of more than 8,000 characters', async () => {
    const agent = await anAgent();
    const clientId = await agent.clientId();
    for (const more of [{ response_mode: 'form_post' }, { state: 'x'.repeat(8_000) }])
      expect((await agent.authorize(clientId, more)).status).toBe(400);
  });
});

describe('the consent page', () => {
  it('410: in another browser, and after it was answered', async () => {
    const agent = await anAgent();
    await agent.signIn();
    const consent = (await agent.authorize(await agent.clientId())).headers.get('location') ?? '';
    const session = agent.cookies.get('__Host-session') ?? '';
    const other = await agent.app.request(`${APP_URL}${consent}`, { headers: { cookie: `__Host-session=${session}` } });
    await agent.decide(consent);
    expect([other.status, (await agent.send(consent)).status]).toEqual([410, 410]);
  });

  it('410: where it was answered and the client has not been called back yet, which makes no second agent', async () => {
    const agent = await anAgent();
    await agent.signIn();
    const consent = (await agent.authorize(await agent.clientId())).headers.get('location') ?? '';
    const first = await agent.press(consent, 'allow');
    const { context, clock } = agent.world;
    const made = await agentsOf(context.table, agent.user.userId, clock.now());

    const second = await agent.press(consent, 'allow');

    expect([first.status, second.status]).toEqual([303, 410]);
    expect(await agentsOf(context.table, agent.user.userId, clock.now())).toEqual(made);
    expect((await agent.send(first.location)).headers.get('location')).toContain('code=');
  });

  it('403: a form without its token', async () => {
    const agent = await anAgent();
    await agent.signIn();
    const consent = (await agent.authorize(await agent.clientId())).headers.get('location') ?? '';
    const forged = await agent.send(consent, {
      method: 'POST',
      body: 'decision=allow',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(forged.status).toBe(403);
  });

  it.each(['ms-msdt:/id', 'javascript:alert(1)', 'https://agent.test;script-src/'])(
    '400: for a client with the redirect %s, registered before such redirects were refused',
    async (redirect_uri) => {
      const agent = await anAgent();
      await agent.signIn();
      const client_id = await agent.clientId();
      const models = modelsOf({ table: agent.world.context.table, clock: agent.world.clock }, 'Client');
      await models.save(client_id, { ...(await models.find(client_id)), redirect_uris: [redirect_uri] }, 3_600);

      const begun = await agent.authorize(client_id, { redirect_uri });
      const consent = begun.headers.get('location');
      const page = consent?.startsWith('/oauth/consent/') ? await agent.send(consent) : begun;

      expect([page.status, page.headers.get('location')]).toEqual([400, null]);
      expect(page.headers.get('content-security-policy')).not.toMatch(/ms-msdt|javascript|script-src[/]/);
    },
  );

  it('shows what a client calls itself as text', async () => {
    const agent = await anAgent();
    await agent.signIn();
    const registered = await jsonOf(
      agent.register({ redirect_uris: ['https://agent.test/callback'], client_name: '<script>alert(1)</script>' }),
    );
    const consent = (await agent.authorize(registered['client_id'] ?? '')).headers.get('location') ?? '';
    const page = await (await agent.send(consent)).text();
    expect(page).not.toContain('<script>alert');
    expect(page).toContain('&lt;script&gt;');
  });

  it.each(['Rapporteur\u202Eppa', 'Rapporteur\u2028You are safe', 'Sign in at https://evil.test', '\u200B'])(
    'shows the host of the redirect for a client that calls itself %j, which no name may be',
    async (client_name) => {
      const agent = await anAgent();
      await agent.signIn();
      const registered = await jsonOf(agent.register({ redirect_uris: [REDIRECT], client_name }));
      const consent = (await agent.authorize(registered['client_id'] ?? '')).headers.get('location') ?? '';
      const page = await (await agent.send(consent)).text();
      expect(page).not.toContain(client_name);
      expect(page).toContain('agent.test asks to read your meetings.');
    },
  );
});

describe('POST /oauth/token', () => {
  it('400: another verifier, another client, an unknown grant type, a resource that was not granted', async () => {
    const agent = await anAgent();
    const { clientId, refresh } = await agent.connect();
    const other = await agent.clientId();
    const answers = [
      await agent.refresh(other, refresh),
      await agent.form('/oauth/token', { grant_type: 'password', client_id: clientId }),
      await agent.form('/oauth/token', {
        ...{ grant_type: 'refresh_token', client_id: clientId, refresh_token: refresh, resource: 'https://a.test/' },
      }),
    ];
    const errors = await Promise.all(answers.map(async (answer) => (await jsonOf(answer))['error']));
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400]);
    expect(errors).toEqual(['invalid_grant', 'unsupported_grant_type', 'invalid_target']);
  });

  it('401: an unknown client; 413: a body of more than 16 KB', async () => {
    const agent = await anAgent();
    const unknown = await agent.refresh('nobody', 'x');
    const large = await agent.refresh('nobody', 'x'.repeat(17_000));
    expect([unknown.status, large.status]).toEqual([401, 413]);
  });
});

describe('an agent whose user', () => {
  it.each([
    ['is disabled', disableUser],
    ['is removed', removeUser],
  ])('%s has no valid token, access or refresh', async (_, command) => {
    const agent = await anAgent();
    const { clientId, access, refresh } = await agent.connect();
    agent.world.clock.advance(1000);
    await command(agent.world.context)(agent.user.userId);
    expect(await agent.read(access)).toBeUndefined();
    expect((await agent.refresh(clientId, refresh)).status).toBe(400);
  });
});

describe('an agent whose user was disabled and enabled again', () => {
  it('stays ended: a refresh is invalid_grant, and gives no token that reads nothing', async () => {
    const agent = await anAgent();
    const { clientId, access, refresh } = await agent.connect();
    const { context, clock } = agent.world;
    clock.advance(1000);
    await disableUser(context)(agent.user.userId);
    clock.advance(1000);
    await enableUser(context)(agent.user.userId);

    const refreshed = await agent.refresh(clientId, refresh);

    expect([refreshed.status, (await jsonOf(refreshed))['error']]).toEqual([400, 'invalid_grant']);
    expect(await agent.read(access)).toBeUndefined();
    expect(await agentsOf(context.table, agent.user.userId, clock.now())).toEqual([]);
  });

  it('is void before it is removed, where the worker died in between', async () => {
    const agent = await anAgent();
    const { clientId, access, refresh } = await agent.connect();
    const { context, clock } = agent.world;
    clock.advance(1000);
    const user = await users.find(context.table, agent.user.userId);
    if (!user) throw new Error('The user does not exist.');
    await context.changes.save({ at: clock.now(), writes: disabling(user, clock.now()) });
    await enableUser(context)(agent.user.userId);

    const refreshed = await agent.refresh(clientId, refresh);

    expect([refreshed.status, (await jsonOf(refreshed))['error']]).toEqual([400, 'invalid_grant']);
    expect(await agent.read(access)).toBeUndefined();
  });
});

it('the pages of the authorization server read and write the partitions that their role allows, and no others', async () => {
  const agent = await anAgent({ fetchDocument: async () => new Response(null, { status: 404 }) });
  const { clientId, refresh } = await agent.connect();
  await agent.authorize('https://agent.test/client.json');
  await agent.refresh(clientId, refresh);
  await agent.refresh(clientId, refresh);
  const { reads, writes } = OWN_KEYS['pages/oauth'] ?? {};
  expect([...agent.keys.reads].sort()).toEqual([...(reads ?? [])].sort());
  expect([...agent.keys.writes].sort()).toEqual([...(writes ?? [])].sort());
});
