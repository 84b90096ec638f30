import { agentsOf } from '#shared/accounts/oauth/agents-store';
import { HOUR_MS } from '#shared/foundation/core/time';
import { describe, expect, it } from '#test/support/jest';
import { APP_URL } from '#test/support/pages';
import { anAgent, jsonOf, REDIRECT, RESOURCE } from './an-agent.ts';

describe('an agent that a user connects', () => {
  it('finds the server, registers, is allowed, gets tokens, refreshes and revokes', async () => {
    const agent = await anAgent();
    const resource = await jsonOf(agent.send('/.well-known/oauth-protected-resource/mcp'));
    expect(resource).toMatchObject({ resource: RESOURCE, authorization_servers: [APP_URL] });
    const server = await jsonOf(agent.send('/.well-known/oauth-authorization-server'));
    expect(server).toMatchObject({ issuer: APP_URL, code_challenge_methods_supported: ['S256'] });

    const registered = await agent.register();
    expect(registered.status).toBe(201);
    const { client_id: clientId = '', ...metadata } = await jsonOf(registered);
    expect(metadata).toMatchObject({ client_name: 'Notes', token_endpoint_auth_method: 'none' });

    const begun = await agent.authorize(clientId);
    expect(begun.status).toBe(303);
    const consent = begun.headers.get('location') ?? '';
    const signIn = await agent.send(consent);
    expect(signIn.headers.get('location')).toBe(`/sign-in?next=${encodeURIComponent(consent)}`);
    await agent.signIn();
    const page = await agent.send(consent);
    expect(page.headers.get('content-security-policy')).toContain("form-action 'self' https://agent.test;");
    expect(await page.text()).toContain('Notes asks to read your meetings.');

    const back = await agent.decide(consent);
    expect(`${back.origin}${back.pathname}`).toBe(REDIRECT);
    expect(Object.fromEntries(back.searchParams)).toEqual({ code: expect.any(String), state: 'round 7', iss: APP_URL });

    const exchanged = await agent.exchange(clientId, back.searchParams.get('code') ?? '');
    const tokens = await jsonOf(exchanged);
    const { access_token: access = '', refresh_token: refresh = '' } = tokens;
    expect([exchanged.status, tokens]).toEqual([
      200,
      {
        ...{ access_token: expect.any(String), refresh_token: expect.any(String) },
        ...{ expires_in: 3600, scope: 'meetings:read', token_type: 'Bearer' },
      },
    ]);
    expect(await agent.read(access)).toMatchObject({
      ...{ userId: agent.user.userId, clientId, scopes: ['meetings:read'] },
    });

    const next = await jsonOf(agent.refresh(clientId, refresh));
    expect(await agent.read(next['access_token'] ?? '')).toBeDefined();
    const revoked = await agent.form('/oauth/revoke', { client_id: clientId, token: next['refresh_token'] ?? '' });
    expect(revoked.status).toBe(200);
    expect(await agent.read(next['access_token'] ?? '')).toBeUndefined();
    expect((await agent.refresh(clientId, next['refresh_token'] ?? '')).status).toBe(400);
  });

  it('gets access_denied where the user does not allow it', async () => {
    const agent = await anAgent();
    await agent.signIn();
    const consent = (await agent.authorize(await agent.clientId())).headers.get('location') ?? '';
    const { searchParams } = await agent.decide(consent, 'deny');
    expect([searchParams.get('error'), searchParams.get('iss')]).toEqual(['access_denied', APP_URL]);
  });

  it('keeps no token, code or registration under its own text', async () => {
    const agent = await anAgent();
    const { code, clientId, access, refresh } = await agent.connect();
    const rows = JSON.stringify(agent.world.dynamo.items());
    for (const secret of [code, access, refresh]) expect(rows).not.toContain(secret);
    expect(clientId).not.toBe('');
  });
});

it('stays on the host of the pages where a request arrives under another name', async () => {
  const agent = await anAgent();
  await agent.signIn();
  const consent = (await agent.authorize(await agent.clientId())).headers.get('location') ?? '';
  const { location } = await agent.press(consent, 'allow', { host: 'origin.test' });
  expect(location).toMatch(/^[/]oauth[/]authorize[/][\w-]+$/);
});

describe('an access token', () => {
  it('ends after an hour, with its agent, and with its user', async () => {
    const agent = await anAgent();
    const { access } = await agent.connect();
    const grant = await agent.read(access);
    agent.world.clock.advance(HOUR_MS + 1000);
    expect([grant?.userId, await agent.read(access)]).toEqual([agent.user.userId, undefined]);
  });
});

describe('a refresh token that is used twice', () => {
  it('answers the same pair again within a minute, since the client may have lost the answer', async () => {
    const agent = await anAgent();
    const { clientId, refresh } = await agent.connect();
    const first = await jsonOf(agent.refresh(clientId, refresh));
    agent.world.clock.advance(59_000);

    const again = await agent.refresh(clientId, refresh);

    expect([again.status, await jsonOf(again)]).toEqual([200, first]);
    expect(again.headers.get('cache-control')).toBe('no-store');
    expect((await agent.refresh(clientId, first['refresh_token'] ?? '')).status).toBe(200);
  });

  it('answers one pair to ten requests at once', async () => {
    const agent = await anAgent();
    const { clientId, refresh } = await agent.connect();

    const answers = await Promise.all(Array.from({ length: 10 }, () => agent.refresh(clientId, refresh)));

    const pairs = await Promise.all(answers.map(jsonOf));
    expect([...new Set(answers.map(({ status }) => status))]).toEqual([200]);
    expect(new Set(pairs.map((pair) => pair['refresh_token'])).size).toBe(1);
    expect(await agent.read(pairs[0]?.['access_token'] ?? '')).toBeDefined();
  });

  it('ends the agent after a minute', async () => {
    const agent = await anAgent();
    const { clientId, refresh } = await agent.connect();
    const next = await jsonOf(agent.refresh(clientId, refresh));
    agent.world.clock.advance(60_000);

    const again = await agent.refresh(clientId, refresh);

    expect([again.status, (await jsonOf(again))['error']]).toEqual([400, 'invalid_grant']);
    expect(await agent.read(next['access_token'] ?? '')).toBeUndefined();
    expect((await agent.refresh(clientId, next['refresh_token'] ?? '')).status).toBe(400);
  });

  it('ends the agent where the one after it was used since', async () => {
    const agent = await anAgent();
    const { clientId, refresh } = await agent.connect();
    const next = await jsonOf(agent.refresh(clientId, refresh));
    const last = await jsonOf(agent.refresh(clientId, next['refresh_token'] ?? ''));

    const again = await agent.refresh(clientId, refresh);

    expect([again.status, (await jsonOf(again))['error']]).toEqual([400, 'invalid_grant']);
    expect(await agent.read(last['access_token'] ?? '')).toBeUndefined();
  });

  it('answers nothing to another client, and nothing once the agent has ended', async () => {
    const agent = await anAgent();
    const { clientId, refresh } = await agent.connect();
    const next = await jsonOf(agent.refresh(clientId, refresh));
    const other = await agent.refresh(await agent.clientId(), refresh);
    await agent.form('/oauth/revoke', { client_id: clientId, token: next['refresh_token'] ?? '' });

    const again = await agent.refresh(clientId, refresh);

    expect([other.status, again.status]).toEqual([400, 400]);
  });

  it('keeps no part of the pair in the table', async () => {
    const agent = await anAgent();
    const { clientId, refresh } = await agent.connect();
    const pair = await jsonOf(agent.refresh(clientId, refresh));
    const rows = JSON.stringify(agent.world.dynamo.items());
    for (const secret of [refresh, pair['access_token'], pair['refresh_token']]) expect(rows).not.toContain(secret);
  });
});

it('a code that is used twice ends what it gave', async () => {
  const agent = await anAgent();
  const { clientId, code, access } = await agent.connect();
  expect((await agent.exchange(clientId, code)).status).toBe(400);
  expect(await agent.read(access)).toBeUndefined();
});

describe('a client that asks for more scopes than there are', () => {
  it.each(['openid', 'openid profile email offline_access', 'meetings:read meetings:write', 'mcp:*', ''])(
    'is connected with %j, and told what was granted',
    async (scope) => {
      const agent = await anAgent();
      await agent.signIn();
      const clientId = await agent.clientId();
      const consent = (await agent.authorize(clientId, { scope })).headers.get('location') ?? '';
      const code = (await agent.decide(consent)).searchParams.get('code') ?? '';
      const { refresh_token = '', ...tokens } = await jsonOf(agent.exchange(clientId, code));
      const form = { grant_type: 'refresh_token', client_id: clientId, refresh_token, scope };

      const refreshed = await jsonOf(agent.form('/oauth/token', form));

      expect([tokens['scope'], refreshed['scope']]).toEqual(['meetings:read', 'meetings:read']);
    },
  );
});

describe('a client that connects again', () => {
  it('takes the place of its former grant, also where it registered anew', async () => {
    const agent = await anAgent();
    const former = await agent.connect();

    const now = await agent.connect();

    const { context, clock } = agent.world;
    expect(now.clientId).not.toBe(former.clientId);
    expect(await agentsOf(context.table, agent.user.userId, clock.now())).toHaveLength(1);
    expect([await agent.read(former.access), await agent.read(now.access)]).toEqual([undefined, expect.anything()]);
  });

  it('is said on the page to take that place, with the day on which the former one was connected', async () => {
    const agent = await anAgent();
    const { clientId } = await agent.connect();
    const other = await jsonOf(agent.register({ redirect_uris: [REDIRECT], client_name: 'Other notes' }));

    const pageFor = async (id: string) => {
      const consent = (await agent.authorize(id)).headers.get('location') ?? '';
      return (await agent.send(consent)).text();
    };

    const said = /It takes the place of <strong><bdi>[^<]+<\/bdi><\/strong>, which you connected on <time/;
    expect([await pageFor(clientId), await pageFor(other['client_id'] ?? '')].map((page) => said.test(page))).toEqual([
      true,
      false,
    ]);
  });

  it('takes the place of its former grant also where it listens on another port of the machine of the user', async () => {
    const agent = await anAgent();
    await agent.signIn();
    for (const redirect_uri of ['http://localhost:3334/callback', 'http://localhost:40001/callback']) {
      const { client_id = '' } = await jsonOf(agent.register({ redirect_uris: [redirect_uri], client_name: 'Notes' }));
      const consent = (await agent.authorize(client_id, { redirect_uri })).headers.get('location') ?? '';
      await agent.decide(consent);
    }

    const { context, clock } = agent.world;
    const agents = await agentsOf(context.table, agent.user.userId, clock.now());
    expect(agents.map(({ redirectHost }) => redirectHost)).toEqual(['localhost:40001']);
  });

  it('leaves a client of another name and one with another redirect host alone', async () => {
    const agent = await anAgent();
    const { access } = await agent.connect();
    for (const metadata of [
      { redirect_uris: [REDIRECT], client_name: 'Other notes' },
      { redirect_uris: ['https://notes.test/back'], client_name: 'Notes' },
    ]) {
      const { client_id = '' } = await jsonOf(agent.register(metadata));
      const [redirect_uri = ''] = metadata.redirect_uris;
      const consent = (await agent.authorize(client_id, { redirect_uri })).headers.get('location') ?? '';
      await agent.decide(consent);
    }

    const { context, clock } = agent.world;
    expect(await agentsOf(context.table, agent.user.userId, clock.now())).toHaveLength(3);
    expect(await agent.read(access)).toBeDefined();
  });
});
