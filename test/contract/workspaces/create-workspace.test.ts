import { workspaces } from '#functions/api/workspaces/index';
import { archiveWorkspace, unarchiveWorkspace } from '#shared/accounts/workspaces/commands/save-workspace';
import { createWorkspaceContract as contract } from '#shared/accounts/workspaces/contract';
import { workspaces as storedWorkspaces } from '#shared/accounts/workspaces/store';
import type { WorkspaceId } from '#shared/foundation/core/ids';
import { LostRace } from '#shared/foundation/core/store';
import { HOUR_MS } from '#shared/foundation/core/time';
import { useFactory } from '#shared/foundation/core/uses';
import { aWorld, BASE_URL, callsTo, noon } from '#test/support/api';
import type { ApiResponse } from '#test/support/api-response';
import { expectError, expectSuccess } from '#test/support/expect-response';
import { describe, expect, it } from '#test/support/jest';

async function aUser() {
  const world = aWorld();
  const owner = await world.anOwner('Acme');
  const call = callsTo(workspaces(world.context));
  const create = (body: unknown, key = owner.key) => call('POST', '/workspaces', { key, body });
  const listed = async () => (await call('GET', '/workspaces?limit=100', { key: owner.key })).body.data;
  return { world, owner, call, create, listed };
}

const times = <Result>(count: number, make: (nth: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_, nth) => make(nth)));

describe('POST /workspaces', () => {
  it('201: answers the new workspace, owned by the caller', async () => {
    const { create, call, owner, listed } = await aUser();

    const answered = await create({ name: 'Beta', email_domains: [' Beta.TEST ', 'beta.test'], metadata: { plan: 1 } });

    const body = expectSuccess(contract, answered, 201);
    expect(body).toMatchObject({
      name: 'Beta',
      owner_email: 'owner@acme.test',
      members_count: 0,
      email_domains: ['beta.test'],
      role: 'owner',
      metadata: { plan: '1' },
    });
    expect(answered.headers['location']).toBe(`${BASE_URL}/workspaces/${body.id}`);
    expect((await call('GET', `/workspaces/${body.id}`, { key: owner.key })).body).toEqual(body);
    expect((await listed())[0]).toEqual(body);
  });

  it.each(['Google', 'Microsoft support', 'Zoom', 'Gоogle', 'Ｚｏｏｍ', 'G00gle'])(
    '422 invalid: the name of a provider, as in %s',
    async (name) => {
      const { create } = await aUser();

      expect(expectError(contract, await create({ name }), 422)).toEqual(['invalid name']);
    },
  );

  it('201: a name alone will do, the same name twice makes two', async () => {
    const { create, listed } = await aUser();

    const one = expectSuccess(contract, await create({ name: 'Beta' }), 201);
    const other = expectSuccess(contract, await create({ name: 'Beta' }), 201);

    expect(one).toMatchObject({ email_domains: [], metadata: {} });
    expect(other.id).not.toBe(one.id);
    expect(await listed()).toHaveLength(3);
  });

  it('201: from a user who is a guest everywhere else', async () => {
    const { create, world, owner } = await aUser();
    const guest = await world.aColleague(owner.workspaceId, 'guest');

    const body = expectSuccess(contract, await create({ name: 'Mine' }, guest.key), 201);

    expect(body).toMatchObject({ owner_email: 'guest@acme.test', role: 'owner' });
  });

  it('400: no name, no body', async () => {
    const { create } = await aUser();

    expect(expectError(contract, await create({ metadata: {} }), 400)).toEqual(['missing name']);
    expect(expectError(contract, await create(undefined), 400)).toEqual(['bad_request']);
  });

  it('409: what it needs is taken again and again', async () => {
    const { world, owner } = await aUser();
    const save = async () => {
      throw new LostRace('Always.');
    };
    const call = callsTo(workspaces({ ...world.context, changes: { save } }));

    const answered = await call('POST', '/workspaces', { key: owner.key, body: { name: 'Beta' } });

    expect(expectError(contract, answered, 409)).toEqual(['conflict']);
  });

  it.each([
    ['a blank name', { name: ' ' }, ['blank name']],
    ['a name of 101 characters', { name: 'a'.repeat(101) }, ['too_long name']],
    ['a name that is a URL', { name: 'https://acme.test' }, ['invalid_format name']],
    ['a name with a URL in it', { name: 'Sign in at acme.test/login' }, ['invalid_format name']],
    ['a name of two lines', { name: 'PayPal\nSecurity' }, ['invalid_format name']],
    ['a name that is turned around', { name: 'Acme \u202Elapyap' }, ['invalid_format name']],
    ['domains that are no list', { name: 'B', email_domains: 'b.test' }, ['invalid_type email_domains']],
    ['an address for a domain', { name: 'B', email_domains: ['b@b.test'] }, ['invalid_format email_domains.0']],
    ['a domain without a dot', { name: 'B', email_domains: ['b.test', 'b'] }, ['invalid_format email_domains.1']],
    [
      'more domains than it holds',
      { name: 'B', email_domains: Array.from({ length: 101 }, (_, nth) => `b${nth}.test`) },
      ['too_long email_domains'],
    ],
    ['nested metadata', { name: 'B', metadata: { a: {} } }, ['invalid_type metadata.a']],
    ['an owner of their own choice', { name: 'B', owner_email: 'eve@b.test' }, ['unknown_field owner_email']],
  ])('422: %s', async (_what, body, faults) => {
    const { create, listed } = await aUser();

    expect(expectError(contract, await create(body), 422)).toEqual(faults);
    expect(await listed()).toHaveLength(1);
  });

  it('429: the twenty-first of a day, until the next one', async () => {
    const { create, world, owner } = await aUser();
    const colleague = await world.aColleague(owner.workspaceId, 'member');
    for (let nth = 0; nth < 20; nth += 1) expectSuccess(contract, await create({ name: `B${nth}` }), 201);

    const refused = await create({ name: 'One more' });

    expect(expectError(contract, refused, 429)).toEqual(['workspace_creation_rate_limited']);
    expect(refused.body.retry_in_seconds).toBe(12 * 3600);
    expect(refused.headers['retry-after']).toBe(String(12 * 3600));
    expectSuccess(contract, await create({ name: 'Theirs' }, colleague.key), 201);
    world.clock.advance(12 * HOUR_MS);
    expectSuccess(contract, await create({ name: 'Tomorrow' }), 201);
  });

  it('429: of many at once no more than twenty are made', async () => {
    const { create, listed } = await aUser();

    const answers = await times(24, (nth) => create({ name: `B${nth}` }));

    const made = answers.filter(({ status }) => status === 201).length;
    expect(made).toBeLessThanOrEqual(20);
    expect(await listed()).toHaveLength(made + 1);
  });

  it('403: one more active workspace than a user may have, until one is archived', async () => {
    const { create, call, owner, world } = await aUser();
    const ids: string[] = [];
    // Three days, since twenty may be made in one.
    for (let nth = 0; nth < 50; nth += 1) {
      ids.push(expectSuccess(contract, await create({ name: `B${nth}` }), 201).id);
      if (nth % 20 === 19) world.clock.advance(24 * HOUR_MS);
    }

    const refused = await create({ name: 'One more' });

    expect(expectError(contract, refused, 403)).toEqual(['plan_upgrade_required']);
    expect(refused.body.errors[0].message).toContain('The limit is 50 workspaces that one user made');
    const colleague = await world.aColleague(owner.workspaceId, 'member');
    expectSuccess(contract, await create({ name: 'Theirs' }, colleague.key), 201);
    await times(3, () => call('DELETE', `/workspaces/${ids[0]}`, { key: owner.key }));
    expectSuccess(contract, await create({ name: 'In its place' }), 201);
    expect((await create({ name: 'One more' })).status).toBe(403);
    await unarchiveWorkspace(world.context)(ids[0] as WorkspaceId);
    await call('DELETE', `/workspaces/${ids[1]}`, { key: owner.key });
    expect((await create({ name: 'One more' })).status).toBe(403);
  });

  it('403: beyond the active workspaces of a user, also of many requests at once and after the owner changed', async () => {
    const { world, owner } = await aUser();
    const context = { ...world.context, useOf: useFactory({ active_workspaces: 3 }) };
    const call = callsTo(workspaces(context));
    const create = () => call('POST', '/workspaces', { key: owner.key, body: { name: 'Beta' } });

    let answers = await times(8, create);
    while (answers.every(({ status }) => status !== 403)) answers = [...answers, await create()];

    const made = answers.filter(({ status }) => status === 201);
    expect(made).toHaveLength(3);
    const { id } = (made[0] as ApiResponse).body;
    const before = await storedWorkspaces.find(context.table, id);
    const other = await world.anOwner('Other');
    const named = { ownerId: other.userId, founderId: owner.userId };
    if (!before) throw new Error('The workspace does not exist.');
    await context.changes.save({ at: noon, writes: [storedWorkspaces.put(before, { ...before.state, ...named })] });
    expect((await create()).status).toBe(403);
    await archiveWorkspace(context)(id);
    expect((await create()).status).toBe(201);
  });

  it('200: a workspace of before is archived without a count', async () => {
    const { world, owner, create } = await aUser();
    const context = { ...world.context, useOf: useFactory({ active_workspaces: 1 }) };
    await archiveWorkspace(context)(owner.workspaceId);

    const call = callsTo(workspaces(context));
    const make = () => call('POST', '/workspaces', { key: owner.key, body: { name: 'Beta' } });

    expect([(await make()).status, (await make()).status]).toEqual([201, 403]);
    expect((await create({ name: 'With more' })).status).toBe(201);
  });
});
