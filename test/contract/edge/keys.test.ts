import { userKey } from '#shared/accounts/identity/credentials-store';
import { pinKey } from '#shared/accounts/identity/store';
import { describe, expect, it } from '#test/support/jest';
import { aDeployment, codesOf, countedCalls } from './a-deployment.ts';

const PATH = '/workspaces';
const NEWEST = '2026-10-12';

/** Another last digit: a typo. */
const withTypo = (key: string) => key.slice(0, -1) + (key.endsWith('a') ? 'b' : 'a');

describe('a key', () => {
  it.each([
    ['bare', (key: string) => key],
    ['after Bearer', (key: string) => `Bearer ${key}`],
    ['after bearer', (key: string) => `bearer ${key}`],
    ['after Token', (key: string) => `Token ${key}`],
    ['after TOKEN', (key: string) => `TOKEN ${key}`],
  ])('200: %s', async (_how, written) => {
    const { call, owner } = await aDeployment();

    const { status, body } = await call('GET', PATH, { key: written(owner.key) });

    expect(status).toBe(200);
    expect(body.data).toEqual([expect.objectContaining({ id: owner.workspaceId })]);
  });

  it('200: with the name of the header in any case', async () => {
    const { call, owner } = await aDeployment();

    expect((await call('GET', PATH, { headers: { AUTHORIZATION: owner.key } })).status).toBe(200);
  });

  it.each([
    ['no header', {}],
    ['an empty one', { authorization: '' }],
    ['one of blanks', { authorization: ' \t ' }],
  ])('401 missing_api_key: %s', async (_what, headers) => {
    const world = await aDeployment();

    const { answer, tally } = await countedCalls(world)('GET', PATH, { headers });

    expect([answer.status, codesOf(answer)]).toEqual([401, ['missing_api_key']]);
    expect(answer.body.errors[0].message).toContain('Authorization');
    expect(tally.requests).toBe(0);
  });

  it.each([
    ['a word', () => 'secret'],
    ['a scheme alone', () => 'Bearer'],
    ['another scheme', (key: string) => `Basic ${key}`],
    ['a scheme twice', (key: string) => `Bearer Bearer ${key}`],
    ['a key with a typo', withTypo],
    ['a key cut short', (key: string) => key.slice(0, -1)],
    ['a key in capitals', (key: string) => key.toUpperCase()],
    ['two keys', (key: string, other: string) => `${key},${other}`],
    ['two keys apart', (key: string, other: string) => `${key} ${other}`],
    ['two headers that the gateway joined', (key: string, other: string) => `Bearer ${key}, Bearer ${other}`],
    ['10 KB', () => 'k'.repeat(10_240)],
    ['10 KB before a key', (key: string) => `Bearer ${' '.repeat(10_240)}${key}`],
    ['a key with a zero byte', (key: string) => `${key}\u0000`],
    ['letters of other scripts', (key: string) => key.replace('rap', 'ｒａｐ')],
    // The id of one user with the secret and checksum of another.
    ['the checksum of another', (key: string, other: string) => key.slice(0, 31) + other.slice(31)],
  ])('401 invalid_api_key, without a read: %s', async (_what, written) => {
    const world = await aDeployment();
    const authorization = written(world.owner.key, world.stranger.key);

    const { answer, tally } = await countedCalls(world)('GET', PATH, { headers: { authorization } });

    expect([answer.status, answer.body]).toEqual([
      401,
      { errors: [{ code: 'invalid_api_key', message: 'Invalid API key.' }] },
    ]);
    expect(tally.requests).toBe(0);
  });

  it('401 invalid_api_key: a well-formed key of an unknown user, a former key of a user', async () => {
    const { call, owner, context } = await aDeployment();
    const keyOfUnknownUser = context.apiKeys.make(context.ids.make('usr')).key;
    const regeneratedKey = context.apiKeys.make(owner.userId).key;

    for (const key of [keyOfUnknownUser, regeneratedKey]) {
      const { status, body } = await call('GET', PATH, { key });
      expect([status, body]).toEqual([401, { errors: [{ code: 'invalid_api_key', message: 'Invalid API key.' }] }]);
    }
  });

  it('401: before the body and the query are validated', async () => {
    const { call } = await aDeployment();

    const broken = await call('POST', '/bots', { key: 'secret', raw: '{' });
    const odd = await call('GET', '/meetings?page=2', {});

    expect([broken, odd].map((answer) => [answer.status, ...codesOf(answer)])).toEqual([
      [401, 'invalid_api_key'],
      [401, 'missing_api_key'],
    ]);
  });

  it('401: the response does not contain the key', async () => {
    const { call, owner } = await aDeployment();
    const typo = withTypo(owner.key);

    const refused = await call('GET', PATH, { key: typo });

    expect(JSON.stringify(refused)).not.toContain(typo.slice(10, 40));
  });
});

describe('the pin of a key', () => {
  const pinOf = ({ context }: Awaited<ReturnType<typeof aDeployment>>, userId: string) =>
    userKey(context.table, userId as never).then((key) => key?.pin);

  it('is stored at the first request, with the newest version whatever the header names', async () => {
    const world = await aDeployment();
    expect(await pinOf(world, world.owner.userId)).toBeNull();

    const first = await world.call('GET', PATH, {
      key: world.owner.key,
      headers: { 'service-version': '2025-11-25' },
    });

    expect(first.headers['service-version']).toBe('2025-11-25');
    expect(await pinOf(world, world.owner.userId)).toBe(NEWEST);
  });

  it('is stored by a first request that is refused for its body or role', async () => {
    const world = await aDeployment();
    await world.call('POST', '/bots', { key: world.owner.key, raw: '{' });
    await world.call('GET', `/meetings?workspace_id=${world.owner.workspaceId}`, { key: world.stranger.key });

    expect(await pinOf(world, world.owner.userId)).toBe(NEWEST);
    expect(await pinOf(world, world.stranger.userId)).toBe(NEWEST);
  });

  it('is not stored by a request that is refused before its key is read', async () => {
    const world = await aDeployment();
    await world.call('GET', '/nothing', { key: world.owner.key });
    await world.call('PUT', PATH, { key: world.owner.key });
    await world.call('GET', PATH, { key: world.owner.key, headers: { 'service-version': 'now' } });
    await world.call('GET', PATH, { key: withTypo(world.owner.key) });

    expect(await pinOf(world, world.owner.userId)).toBeNull();
  });

  it('is not changed by the header of a later request', async () => {
    const world = await aDeployment();
    const { key, userId } = world.owner;
    await pinKey(world.context.table, userId, '2026-10-09');

    const asked = await world.call('GET', PATH, { key, headers: { 'service-version': NEWEST } });
    const unasked = await world.call('GET', PATH, { key });

    expect([asked, unasked].map(({ headers }) => headers['service-version'])).toEqual([NEWEST, '2026-10-09']);
    expect(await pinOf(world, userId)).toBe('2026-10-09');
  });

  it('is stored once by concurrent first requests, which all succeed', async () => {
    const world = await aDeployment();
    const { key } = world.owner;

    const answers = await Promise.all(Array.from({ length: 20 }, () => world.call('GET', PATH, { key })));

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const { tally } = await countedCalls(world)('GET', PATH, { key });
    expect(Object.keys(tally.byOperation)).not.toContain('UpdateItem');
  });
});
