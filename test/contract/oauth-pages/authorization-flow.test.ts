import { HOUR_MS } from '#shared/core/time';
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

describe('a token that is used twice', () => {
  it('ends the family where it is a refresh token', async () => {
    const agent = await anAgent();
    const { clientId, refresh } = await agent.connect();
    const next = await jsonOf(agent.refresh(clientId, refresh));
    const again = await agent.refresh(clientId, refresh);
    expect([again.status, (await jsonOf(again))['error']]).toEqual([400, 'invalid_grant']);
    expect(await agent.read(next['access_token'] ?? '')).toBeUndefined();
    expect((await agent.refresh(clientId, next['refresh_token'] ?? '')).status).toBe(400);
  });

  it('ends the family where two requests use it at once', async () => {
    const agent = await anAgent();
    const { clientId, access, refresh } = await agent.connect();
    const both = await Promise.all([1, 2].map(() => agent.refresh(clientId, refresh)));
    expect(both.filter(({ status }) => status === 200).length).toBeLessThan(2);
    expect(await agent.read(access)).toBeUndefined();
  });

  it('ends what the code gave', async () => {
    const agent = await anAgent();
    const { clientId, code, access } = await agent.connect();
    expect((await agent.exchange(clientId, code)).status).toBe(400);
    expect(await agent.read(access)).toBeUndefined();
  });
});
