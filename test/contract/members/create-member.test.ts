import { members } from '#functions/api/members/index';
import { createMemberContract } from '#shared/accounts/members/contract';
import { oneTurn } from '#test/doubles/aws/latency';
import { inMemoryMainTable } from '#test/doubles/dynamodb/in-memory-dynamodb';
import { aWorld, callsTo } from '#test/support/api';
import { countedCallsTo } from '#test/support/counted-calls';
import { expectError, expectSuccess } from '#test/support/expect-response';
import { describe, expect, it } from '#test/support/jest';

const contract = createMemberContract;

async function anAcme(world = aWorld()) {
  const owner = await world.anOwner('Acme');
  const call = callsTo(members(world.context));
  const create = (body: object, key = owner.key, headers = {}) =>
    call('POST', '/members', { key, body: { workspace_id: owner.workspaceId, ...body }, headers });
  return { world, owner, call, create };
}

describe('POST /members', () => {
  it('201: answers the new member', async () => {
    const { create, owner } = await anAcme();

    const body = expectSuccess(
      contract,
      await create({ name: 'Ada Lovelace', email: ' Ada@Acme.test ', metadata: { seat: 7 } }),
      201,
    );

    expect(body).toMatchObject({
      workspace_id: owner.workspaceId,
      name: 'Ada Lovelace',
      email: 'ada@acme.test',
      calendar_connections: [],
      metadata: { seat: '7' },
    });
    expect(body).not.toHaveProperty('policy');
  });

  it('201: a name alone will do, as often as it is sent', async () => {
    const { create } = await anAcme();

    const one = expectSuccess(contract, await create({ name: 'Ada' }), 201);
    const other = expectSuccess(contract, await create({ name: 'Ada', email: null }), 201);

    expect(one.email).toBeNull();
    expect(other.id).not.toBe(one.id);
  });

  it('201: the workspace by its number, the body as a form', async () => {
    const { call, owner } = await anAcme();

    const body = expectSuccess(
      contract,
      await call('POST', '/members', {
        key: owner.key,
        raw: `workspace_id=${owner.workspaceNumber}&email=ada%40acme.test&metadata[seat]=7`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      }),
      201,
    );

    expect(body).toMatchObject({ workspace_id: owner.workspaceId, metadata: { seat: '7' } });
  });

  it('201: the same email in another workspace is another member', async () => {
    const { create, world } = await anAcme();
    const other = await world.anOwner('Other');

    const one = expectSuccess(contract, await create({ email: 'ada@acme.test' }), 201);
    const body = { workspace_id: other.workspaceId, email: 'ada@acme.test' };
    const two = expectSuccess(contract, await create(body, other.key), 201);

    expect(two.id).not.toBe(one.id);
  });

  it('201: older versions see the policy on the member', async () => {
    const { create, owner } = await anAcme();

    const answered = await create({ email: 'ada@acme.test' }, owner.key, { 'service-version': '2026-10-09' });

    expect(answered.status).toBe(201);
    expect(answered.body.policy).toMatchObject({ recording: { enabled: false }, summary: { template: 'general' } });
    expect(answered.body).not.toHaveProperty('legacy');
  });

  it('201, 200: costs two round trips, whether the member is new or not', async () => {
    const { create, owner, world } = await anAcme();
    await create({ name: 'Grace' });
    const call = countedCallsTo(world, members);
    const body = { workspace_id: owner.workspaceId, email: 'ada@acme.test' };
    // The first audited request of a function reads a key as well.
    await call('POST', '/members', { key: owner.key, body: { ...body, email: 'alan@acme.test' } });

    const first = await call('POST', '/members', { key: owner.key, body });
    const again = await call('POST', '/members', { key: owner.key, body });

    expect([first.answer.status, first.tally.trips]).toEqual([201, 2]);
    expect([again.answer.status, again.tally.trips]).toEqual([200, 2]);
  });

  it('200: an email already there answers that member as it is', async () => {
    const { create } = await anAcme();
    const first = expectSuccess(contract, await create({ name: 'Ada', email: 'ada@acme.test' }), 201);

    const again = await create({ name: 'Someone else', email: 'ADA@acme.test', metadata: { a: 'b' } });

    expect(expectSuccess(contract, again, 200)).toEqual(first);
  });

  it('200: ten concurrent requests with one email create one member and return it', async () => {
    const { create, call, owner } = await anAcme(aWorld({}, inMemoryMainTable({ latency: oneTurn })));

    const answers = await Promise.all(Array.from({ length: 10 }, () => create({ email: 'ada@acme.test' })));

    expect(answers.map(({ status }) => status).sort()).toEqual([...Array.from({ length: 9 }, () => 200), 201]);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    const list = await call('GET', `/members?workspace_id=${owner.workspaceId}`, { key: owner.key });
    expect(list.body.data).toHaveLength(1);
  });

  it('400: no workspace, a blank one, no body', async () => {
    const { call, owner } = await anAcme();
    const sent = async (body: unknown) =>
      expectError(contract, await call('POST', '/members', { key: owner.key, body }), 400);

    expect(await sent({ name: 'Ada' })).toEqual(['bad_request workspace_id']);
    expect(await sent(undefined)).toEqual(['bad_request']);
    expect(await sent({ name: 'Ada', workspace_id: ' ' })).toEqual(['bad_request workspace_id']);
  });

  it('409: concurrent writes of the same email win every retry', async () => {
    const { world, owner } = await anAcme();
    const { LostRace } = await import('#shared/foundation/core/store');
    const changes = {
      save: async () => {
        throw new LostRace('Always.');
      },
    };
    const call = callsTo(members({ ...world.context, changes }));

    const body = { workspace_id: owner.workspaceId, email: 'ada@acme.test' };
    const answered = await call('POST', '/members', { key: owner.key, body });

    expect(expectError(contract, answered, 409)).toEqual(['conflict']);
  });

  it.each([
    ['neither name nor email', {}, ['missing email']],
    ['both null', { name: null, email: null }, ['missing email']],
    ['a blank name', { name: '  ' }, ['blank name']],
    ['a name of 101 characters', { name: 'a'.repeat(101) }, ['too_long name']],
    ['a name that is a URL', { name: 'https://acme.test' }, ['invalid_format name']],
    ['a name with a URL in it', { name: 'Sign in at acme.test/login' }, ['invalid_format name']],
    ['a name of two lines', { name: 'PayPal\nSecurity' }, ['invalid_format name']],
    ['a name that is turned around', { name: 'Acme \u202Elapyap' }, ['invalid_format name']],
    ['a name that is no text', { name: 7 }, ['invalid_type name']],
    ['an email that is none', { email: 'ada' }, ['invalid_format email']],
    ['an unknown field', { name: 'Ada', policy: {} }, ['unknown_field policy']],
    ['nested metadata', { name: 'Ada', metadata: { a: { b: 1 } } }, ['invalid_type metadata.a']],
    ['two mistakes at once', { name: '', email: 'ada' }, ['blank name', 'invalid_format email']],
  ])('422: %s', async (_what, body, faults) => {
    const { create } = await anAcme();

    expect(expectError(contract, await create(body), 422)).toEqual(faults);
  });
});
