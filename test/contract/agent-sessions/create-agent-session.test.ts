import { agentSessions } from '#functions/api/agent-sessions/index';
import { workspaces } from '#functions/api/workspaces/index';
import { handOff } from '#shared/accounts/agent-sessions/commands/hand-off';
import { createAgentSessionContract as contract } from '#shared/accounts/agent-sessions/contract';
import { keySealContext } from '#shared/accounts/identity/commands/new-key';
import { regenerateKey } from '#shared/accounts/identity/commands/replace-key';
import { userKey } from '#shared/accounts/identity/credentials-store';
import { workspaces as storedWorkspaces } from '#shared/accounts/workspaces/store';
import type { UserId } from '#shared/foundation/core/ids';
import { MINUTE_MS } from '#shared/foundation/core/time';
import { callerAddress } from '#shared/foundation/http/request/caller-address';
import { aWorld, callsTo, type World } from '#test/support/api';
import { countedCallsTo } from '#test/support/counted-calls';
import { expectError, expectSuccess } from '#test/support/expect-response';
import { describe, expect, it } from '#test/support/jest';
import { withoutSealedCopy } from '#test/support/older-keys';
import { putOlderRole } from '#test/support/older-role';

const NEWEST = { 'service-version': '2026-10-12' };

/** A user who was shown a code, and an agent who has it. */
async function aCode() {
  const world = aWorld();
  const owner = await world.anOwner();
  const { userId, workspaceId } = owner;
  const call = callsTo(agentSessions(world.context));
  const issue = () => handOff(world.context)({ userId, workspaceId });
  const { code, expiresAt } = await issue();
  const exchange = (token: unknown = code, headers: Readonly<Record<string, string>> = NEWEST) =>
    call('POST', '/agent_sessions', { body: { token }, headers });
  return { world, owner, code, expiresAt, call, issue, exchange };
}

describe('POST /agent_sessions', () => {
  it('200: returns the API key of the user and a workspace', async () => {
    const { world, owner, exchange } = await aCode();

    const body = expectSuccess(contract, await exchange(), 200);

    expect(body).toEqual({ object: 'agent_session', api_key: owner.key, workspace_id: owner.workspaceId });
    const known = await callsTo(workspaces(world.context))('GET', `/workspaces/${body.workspace_id}`, {
      key: body.api_key,
    });
    expect(known.status).toBe(200);
  });

  it.each([
    [{}, 'number'],
    [{ 'service-version': '2025-11-25' }, 'number'],
    [{ 'service-version': '2026-10-08' }, 'number'],
    [{ 'service-version': '2026-10-09' }, 'string'],
    [{ 'service-version': '2026-10-12' }, 'string'],
  ])('200: at %j the workspace is a %s', async (headers, type) => {
    const { owner, call, code } = await aCode();

    const { status, body } = await call('POST', '/agent_sessions', { body: { token: code }, headers });

    expect([status, typeof body.workspace_id]).toEqual([200, type]);
    expect(body.workspace_id).toBe(type === 'number' ? owner.workspaceNumber : owner.workspaceId);
    expect(body).not.toHaveProperty('legacy');
  });

  it('200: ignores spaces around the code and an Authorization header, and accepts a form', async () => {
    const { call, code, issue } = await aCode();
    const headers = { ...NEWEST, 'content-type': 'application/x-www-form-urlencoded' };

    const pasted = await call('POST', '/agent_sessions', { body: { token: ` ${code}\n` }, headers: NEWEST });
    const form = await call('POST', '/agent_sessions', {
      raw: `token=${(await issue()).code}`,
      headers,
      key: 'nonsense',
    });

    expectSuccess(contract, pasted, 200);
    expectSuccess(contract, form, 200);
  });

  it('200 for one of ten concurrent requests with one code, 401 for the others', async () => {
    const { call, code, owner } = await aCode();
    const exchangeFrom = (from: string) =>
      call('POST', '/agent_sessions', { body: { token: code }, headers: NEWEST, from });

    const answers = await Promise.all(Array.from({ length: 10 }, (_, nth) => exchangeFrom(`198.51.100.${nth}`)));

    const won = answers.filter(({ status }) => status === 200);
    expect(won.map(({ body }) => body.api_key)).toEqual([owner.key]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 401]));
  });

  it('200: costs three round trips to the table, one for its audit event, and one in ten seconds, and keeps neither code nor key readable', async () => {
    const { world, code, owner } = await aCode();
    const lying = JSON.stringify(world.dynamo.items());
    expect(lying).not.toContain(code);
    expect(lying).not.toContain(owner.key);
    // Read once per execution environment.
    await world.context.addressHashes();

    const { answer, tally } = await countedCallsTo(world, agentSessions)('POST', '/agent_sessions', {
      body: { token: code },
      headers: NEWEST,
    });

    // A process reads once in ten seconds whether the deployment is read-only.
    expect([answer.status, tally.trips]).toEqual([200, 4]);
    expect(JSON.stringify(world.log)).not.toContain(code);
  });

  it('400: without a token, and without a body', async () => {
    const { call } = await aCode();

    expect(expectError(contract, await call('POST', '/agent_sessions', { body: {} }), 400)).toEqual(['missing token']);
    expect(expectError(contract, await call('POST', '/agent_sessions'), 400)).toEqual(['bad_request']);
  });

  it('401: a wrong, an expired and a used code get the same body', async () => {
    const { world, exchange, issue, code } = await aCode();
    const fresh = await issue();
    expectSuccess(contract, await exchange(), 200);
    const used = await exchange();
    world.clock.set(fresh.expiresAt);
    const over = await exchange(fresh.code);

    const refused = [used, over];
    for (const token of [
      `${code.slice(0, -2)}zz`,
      '',
      ' ',
      'rah_',
      'x'.repeat(10_000),
      '__proto__',
      code.toUpperCase(),
    ])
      refused.push(await exchange(token));

    for (const one of refused) expect(expectError(contract, one, 401)).toEqual(['unauthorized token']);
    expect(new Set(refused.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  });

  it('401: five minutes after the code was issued, and not earlier', async () => {
    const { world, exchange, issue, expiresAt } = await aCode();
    const other = await issue();
    expect(expiresAt - world.clock.now()).toBe(5 * MINUTE_MS);

    world.clock.advance(5 * MINUTE_MS - 1);
    expectSuccess(contract, await exchange(), 200);
    world.clock.advance(1);

    expect(expectError(contract, await exchange(other.code), 401)).toEqual(['unauthorized token']);
  });

  it('401: after the key was regenerated', async () => {
    const { world, owner, exchange } = await aCode();
    await regenerateKey(world.context)(owner.userId);

    expect(expectError(contract, await exchange(), 401)).toEqual(['unauthorized token']);
  });

  it('401: after the user became a guest', async () => {
    const { world, owner, exchange } = await aCode();
    const { workspaceId, userId } = owner;
    const createdAt = world.clock.now();
    await world.context.changes.save({
      at: createdAt,
      writes: [putOlderRole({ userId, workspaceId, role: 'guest', createdAt })],
    });

    expect(expectError(contract, await exchange(), 401)).toEqual(['unauthorized token']);
  });

  it('401: after the workspace was archived', async () => {
    const { world, owner, exchange } = await aCode();
    const before = await storedWorkspaces.find(world.context.table, owner.workspaceId);
    if (!before) throw new Error('There is no workspace.');
    const archivedAt = world.clock.now();
    await world.context.changes.save({
      at: archivedAt,
      writes: [storedWorkspaces.put(before, { ...before.state, archivedAt })],
    });

    expect(expectError(contract, await exchange(), 401)).toEqual(['unauthorized token']);
  });

  it('422: a token that is not a string, an unknown field', async () => {
    const { call, exchange, code } = await aCode();

    expect(expectError(contract, await exchange(7), 422)).toEqual(['invalid_type token']);
    const more = await call('POST', '/agent_sessions', { body: { token: code, workspace_id: 'wks_1' } });
    expect(expectError(contract, more, 422)).toEqual(['unknown_field workspace_id']);
    expectSuccess(contract, await exchange(), 200);
  });
});

describe('the sealed copy of a key', () => {
  const sealedIn = async ({ context }: World, user: UserId) => (await userKey(context.table, user))?.sealed ?? '';

  it('opens in the handoff context of its user alone', async () => {
    const { world, owner } = await aCode();
    const other = await world.anOwner('Other');
    const { sealer } = world.context;
    const sealed = await sealedIn(world, owner.userId);

    expect(await sealer.open(sealed, keySealContext(owner.userId))).toBe(owner.key);
    for (const context of [
      keySealContext(other.userId),
      { user: owner.userId, resource: 'cursor-key' },
      { workspace: owner.workspaceId, resource: 'handoff' },
    ])
      await expect(sealer.open(sealed, context)).rejects.toThrow('cannot be opened in this context');
  });

  it('is overwritten with the digest when the key is regenerated, so that a code gives the new key', async () => {
    const { world, owner, issue, exchange } = await aCode();
    const before = await sealedIn(world, owner.userId);

    const { apiKey } = await regenerateKey(world.context)(owner.userId);

    const sealed = await sealedIn(world, owner.userId);
    expect(sealed).not.toBe(before);
    expect((await exchange((await issue()).code)).body.api_key).toBe(apiKey);
  });
});

describe('the exchange of handoff codes', () => {
  it('refuses a key without a sealed copy', async () => {
    const { world, owner, issue } = await aCode();
    await withoutSealedCopy(world, owner.userId);

    await expect(issue()).rejects.toThrow('There is no copy of your API key');
  });

  it('uses a different code of 160 bits each time', async () => {
    const { world, issue } = await aCode();
    const codes: string[] = [];

    for (let minute = 0; minute < 5; minute += 1) {
      world.clock.advance(MINUTE_MS);
      codes.push(...(await Promise.all(Array.from({ length: 10 }, async () => (await issue()).code))));
    }

    expect(new Set(codes).size).toBe(50);
    for (const code of codes) expect(code).toMatch(/^rah_[0-9a-hjkmnp-tv-z]{32}$/);
  });

  it('429: the eleventh code that one IP address tries in a minute; other addresses are not limited', async () => {
    const { world, call, code } = await aCode();
    const tryFrom = (from: string, token = 'rah_guess') =>
      call('POST', '/agent_sessions', { body: { token }, headers: NEWEST, from });
    const guesses = await Promise.all(Array.from({ length: 12 }, () => tryFrom('198.51.100.7')));

    expect(guesses.filter(({ status }) => status === 401)).toHaveLength(10);
    const refused = guesses.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(2);
    expect(expectError(contract, refused[0] as never, 429)).toEqual(['rate_limited']);
    expect((await tryFrom('198.51.100.7', code)).status).toBe(429);
    expect((await tryFrom('198.51.100.8', code)).status).toBe(200);
    world.clock.advance(refused[0]?.body.retry_in_seconds * 1000);
    expect((await tryFrom('198.51.100.7')).status).toBe(401);
  });

  it('counts neither invalid requests nor refused ones towards the limit', async () => {
    const { world, call, code } = await aCode();
    const send = (body: object, from = '198.51.100.7') =>
      call('POST', '/agent_sessions', { body, headers: NEWEST, from });
    const address = callerAddress({ sourceIp: '198.51.100.7', headers: {} }, 0);
    const use = world.context.useOf('handoffs', address, world.clock.now());

    for (const body of [{}, { token: 7 }, { token: code, more: 1 }])
      for (let nth = 0; nth < 5; nth += 1) expect((await send(body)).status).toBeGreaterThanOrEqual(400);
    for (let nth = 0; nth < use.most; nth += 1) expect((await send({ token: 'rah_guess' })).status).toBe(401);
    for (let nth = 0; nth < 5; nth += 1) expect((await send({ token: code })).status).toBe(429);
    await world.context.limitCounter.giveBack(use);

    expect((await send({ token: code })).status).toBe(200);
  });

  it('429: behind a proxy, the limit uses the address that the proxy saw', async () => {
    const { world } = await aCode();
    const { context } = world;
    const call = callsTo(agentSessions({ ...context, proxies: 1 }));
    const tryAs = (claimed: string, real: string) =>
      call('POST', '/agent_sessions', {
        body: { token: 'rah_guess' },
        headers: { 'x-forwarded-for': `${claimed}${real}, 130.176.0.1` },
        from: '130.176.0.1',
      });

    const guesses = await Promise.all(Array.from({ length: 11 }, (_, nth) => tryAs(`10.0.0.${nth}, `, '198.51.100.7')));

    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(1);
    expect((await tryAs('', '198.51.100.8')).status).toBe(401);
  });
});
